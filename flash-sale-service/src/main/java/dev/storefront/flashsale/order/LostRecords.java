package dev.storefront.flashsale.order;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * For how long a record that is missing may be one that Redis lost when it fell back. Once the time
 * to pay of all orders of before is over, they are paid or cancelled, and no record of them would
 * be there any more.
 */
@Component
class LostRecords {

  private final ScriptRunner scripts;
  private final Duration kept;
  private final Clock clock;

  LostRecords(ScriptRunner scripts, FlashSaleProperties properties, Clock clock) {
    this.scripts = scripts;
    this.kept =
        Duration.ofSeconds(FlashSaleProperties.MOST_SECONDS_TO_PAY).plus(properties.recordKept());
    this.clock = clock;
  }

  /**
   * The highest floor that the slot of this record may have without the loss of one that would be
   * there yet.
   */
  long harmlessFloor(String recordKey) {
    return scripts.floorAt(recordKey, clock.instant().minus(kept));
  }
}
