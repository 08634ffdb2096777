package dev.storefront.history.lake;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.core.fs.Path;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes days that are kept no longer, each time that it is reminded. */
final class Retention extends ProcessFunction<Long, Void> {

  private static final long serialVersionUID = 1L;
  private static final Logger log = LoggerFactory.getLogger(Retention.class);

  private final String folder;
  private final String zone;
  private final int days;
  private final Clock clock;
  private transient Counter deleted;

  /**
   * @param days how many days are kept besides today
   * @param clock serializable
   */
  Retention(String folder, ZoneId zone, int days, Clock clock) {
    this.folder = folder;
    this.zone = zone.getId();
    this.days = days;
    this.clock = clock;
  }

  @Override
  public void open(OpenContext context) {
    deleted = getRuntimeContext().getMetricGroup().counter("daysDeleted");
  }

  @Override
  public void processElement(Long reminder, Context context, Collector<Void> out) throws Exception {
    Instant now = clock.instant();
    LocalDate first = now.atZone(ZoneId.of(zone)).toLocalDate().minusDays(days);
    int gone = new Lake(new Path(folder)).deleteBefore(first);
    if (gone > 0) {
      deleted.inc(gone);
      log.info("Deleted {} days before {}", gone, first);
    }
  }
}
