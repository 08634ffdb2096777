package dev.storefront.flashsale.order;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * For how long a record that is missing may be one that Redis lost when it fell back. Who asks for
 * an order is told of a lost one until the time to pay of all orders of before is over: then they
 * are paid or cancelled, and no record of them would be there any more. Whoever grabs is kept from
 * the id of a lost one for a shorter time: MySQL is not to be in the buyers' way.
 */
@Component
class LostRecords {

  private final ScriptRunner scripts;
  private final Duration kept;
  private final Duration idsAskedFor;
  private final Clock clock;

  LostRecords(ScriptRunner scripts, FlashSaleProperties properties, Clock clock) {
    this.scripts = scripts;
    this.kept =
        Duration.ofSeconds(FlashSaleProperties.MOST_SECONDS_TO_PAY).plus(properties.recordKept());
    this.idsAskedFor = properties.lostIdsAskedFor();
    this.clock = clock;
  }

  /**
   * The highest floor that the slot of this record may have without the loss of one that would be
   * there yet.
   */
  long harmlessFloor(String recordKey) {
    return scripts.floorAt(recordKey, clock.instant().minus(kept));
  }

  /** The highest floor by which MySQL is not asked, any more, for the id of a new order. */
  long floorOfFreeIds(String recordKey) {
    return scripts.floorAt(recordKey, clock.instant().minus(idsAskedFor));
  }
}
