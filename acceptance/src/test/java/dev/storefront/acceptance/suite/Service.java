package dev.storefront.acceptance.suite;

import dev.storefront.localstack.suite.Suite;
import java.net.URI;
import java.util.function.Function;

/** The five services. */
public enum Service {
  FITMENT("fitment-service", Suite::fitment),
  BROWSE_HISTORY("browse-history-service", Suite::browseHistory),
  FLASH_SALE("flash-sale-service", Suite::flashSale),
  SHORTLINK("shortlink-service", Suite::shortlink),
  USER_TAG("user-tag-service", Suite::userTag);

  private final String processName;
  private final Function<Suite, URI> address;

  Service(String processName, Function<Suite, URI> address) {
    this.processName = processName;
    this.address = address;
  }

  URI in(Suite suite) {
    return address.apply(suite);
  }

  @Override
  public String toString() {
    return processName;
  }
}
