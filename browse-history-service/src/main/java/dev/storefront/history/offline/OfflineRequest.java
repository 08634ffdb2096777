package dev.storefront.history.offline;

import java.time.LocalDate;
import java.time.ZoneId;

/** What a run is asked for. */
record OfflineRequest(LocalDate date, OfflineStep step) {

  /** The date's logical time: its end, epoch milliseconds. */
  static long asOf(LocalDate date, ZoneId zone) {
    return date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
  }
}
