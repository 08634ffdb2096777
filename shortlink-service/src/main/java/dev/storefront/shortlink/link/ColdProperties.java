package dev.storefront.shortlink.link;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Cold storage of links.
 *
 * @param budget the longest that anybody waits for one link that Redis does not have, MySQL and
 *     HBase together; 10 ms to 10 s
 * @param regions into how many regions HBase cuts each of the two tables when it makes them, 1 to
 *     256; HBase cuts them further as they grow
 * @param kept how long links of each kind are kept
 */
@Validated
@ConfigurationProperties("storefront.shortlink.cold")
record ColdProperties(
    @DefaultValue("300ms") @DurationMin(millis = 10) @DurationMax(seconds = 10) Duration budget,
    @DefaultValue("8") @Min(1) @Max(256) int regions,
    @DefaultValue @Valid Kept kept) {

  /**
   * Counted from a link's last change, its end or its begin, whichever is last; visits do not
   * count, for HBase hears of none. At least 30 days: what an edit replaced has to be compacted
   * away before the edit is gone, and HBase does that each week. At most 3,650: MySQL counts the
   * visits of links with a limit for so long.
   *
   * @param five of codes of five letters; longer than their idle time, and so are the others
   * @param six of codes of six letters
   * @param seven of codes of seven letters
   * @param slugs of slugs
   */
  record Kept(
      @DefaultValue("3650d") @DurationMin(days = 30) @DurationMax(days = 3_650) Duration five,
      @DefaultValue("3650d") @DurationMin(days = 30) @DurationMax(days = 3_650) Duration six,
      @DefaultValue("3650d") @DurationMin(days = 30) @DurationMax(days = 3_650) Duration seven,
      @DefaultValue("3650d") @DurationMin(days = 30) @DurationMax(days = 3_650) Duration slugs) {}
}
