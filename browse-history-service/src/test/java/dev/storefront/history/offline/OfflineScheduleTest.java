package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which date it is time for. */
class OfflineScheduleTest {

  @ParameterizedTest
  @CsvSource({
    "02:32, 02:33, 1, 2026-11-20",
    "02:33, 02:33, 1, 2026-11-21",
    "10:59, 11:00, 1, 2026-11-20",
    "11:00, 11:00, 1, 2026-11-21",
    "01:59, 02:00, 2, 2026-11-19",
    "02:00, 02:00, 2, 2026-11-20"
  })
  void the_latest_date_is_the_one_whose_time_has_come(
      LocalTime now, LocalTime time, int daysLater, LocalDate expected) {
    ZonedDateTime at = ZonedDateTime.parse("2026-11-22T00:00:00+08:00[Asia/Shanghai]").with(now);

    assertThat(OfflineSchedule.latest(at, time, daysLater)).isEqualTo(expected);
  }
}
