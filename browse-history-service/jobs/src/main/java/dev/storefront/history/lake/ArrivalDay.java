package dev.storefront.history.lake;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/**
 * A folder for each day on which views arrived, {@code day=2026-11-22}. Not by the day of the view:
 * a view that comes late would lie in a day that has been worked through, and be missed.
 */
final class ArrivalDay implements BucketAssigner<LakeView, String> {

  private static final long serialVersionUID = 1L;
  private static final String PREFIX = "day=";

  private final String zone;

  /**
   * @param zone whose midnights part the days
   */
  ArrivalDay(ZoneId zone) {
    this.zone = zone.getId();
  }

  @Override
  public String getBucketId(LakeView view, Context context) {
    return folder(Instant.ofEpochMilli(view.arrivedAt()).atZone(ZoneId.of(zone)).toLocalDate());
  }

  /** The name of a day's folder. */
  static String folder(LocalDate day) {
    return PREFIX + day;
  }

  /** The day of a folder; empty for one that is of no day. */
  static Optional<LocalDate> day(String folder) {
    try {
      return folder.startsWith(PREFIX)
          ? Optional.of(LocalDate.parse(folder.substring(PREFIX.length())))
          : Optional.empty();
    } catch (DateTimeException noDay) {
      return Optional.empty();
    }
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }
}
