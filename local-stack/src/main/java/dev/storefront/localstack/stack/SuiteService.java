package dev.storefront.localstack.stack;

import dev.storefront.localstack.home.Port;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The suite's own processes. */
public enum SuiteService {
  STOREFRONT("storefront", "storefront-web", Port.STOREFRONT, null),
  FITMENT("fitment-service", "fitment-service", Port.FITMENT, "fitment"),
  BROWSE_HISTORY(
      "browse-history-service", "browse-history-service", Port.BROWSE_HISTORY, "browse_history"),
  FLASH_SALE("flash-sale-service", "flash-sale-service", Port.FLASH_SALE, "flash_sale"),
  SHORTLINK("shortlink-service", "shortlink-service", Port.SHORTLINK, "shortlink"),
  USER_TAG("user-tag-service", "user-tag-service", Port.USER_TAG, "user_tag");

  private final String processName;
  private final String module;
  private final Port port;
  private final @Nullable String database;

  SuiteService(String processName, String module, Port port, @Nullable String database) {
    this.processName = processName;
    this.module = module;
    this.port = port;
    this.database = database;
  }

  /** The name of the process, as the contract has it. */
  public String processName() {
    return processName;
  }

  /** The module whose jar it is. */
  public String module() {
    return module;
  }

  /** Where it listens. */
  public Port port() {
    return port;
  }

  /** The database that is its own. */
  public Optional<String> database() {
    return Optional.ofNullable(database);
  }
}
