package dev.storefront.history.keepalive;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.HistoryRules;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Orders a pass over all hot views every hour, while the watermark lags. Before the first export,
 * and once it lags by more than any view can show, hot views live for their four days.
 */
@Component
class KeepAlive {

  private static final Logger log = LoggerFactory.getLogger(KeepAlive.class);
  private static final String ONE_AT_A_TIME = "keep-alive";

  private final Runs<KeepAliveRequest, KeepAliveProgress> keepAliveRuns;
  private final Archive archive;
  private final KeepAliveProperties properties;
  private final Clock clock;
  private volatile double atRisk;

  KeepAlive(
      Runs<KeepAliveRequest, KeepAliveProgress> keepAliveRuns,
      Archive archive,
      KeepAliveProperties properties,
      MeterRegistry meters,
      Clock clock) {
    this.keepAliveRuns = keepAliveRuns;
    this.archive = archive;
    this.properties = properties;
    this.clock = clock;
    Gauge.builder("storefront.history.hot.kept", this, keeper -> keeper.atRisk)
        .description("Users whose hot views would have expired before an export has them")
        .baseUnit("users")
        .register(meters);
  }

  @Scheduled(fixedDelayString = "${history.keep-alive.poll:1m}", initialDelayString = "20s")
  void look() {
    try {
      Export latest = archive.latestExport().orElse(Export.NONE);
      if (lags(latest)) {
        keep(latest);
      } else {
        atRisk = 0;
      }
    } catch (RuntimeException e) {
      log.warn("Hot views are not kept for now: {}", e.toString());
    }
  }

  private boolean lags(Export latest) {
    Duration lag = Duration.ofMillis(clock.millis() - latest.watermark());
    return latest.number() > 0
        && lag.compareTo(properties.after()) > 0
        && lag.compareTo(HistoryRules.LONGEST_AGE) < 0;
  }

  private void keep(Export latest) {
    List<Run<KeepAliveRequest, KeepAliveProgress>> last = keepAliveRuns.page(1, null).items();
    atRisk = last.isEmpty() ? 0 : last.get(0).progress().kept();
    boolean isDue =
        last.isEmpty()
            || last.get(0).createdAt().plus(properties.every()).isBefore(clock.instant());
    if (isDue
        && keepAliveRuns.startAlone(new KeepAliveRequest(latest.watermark()), ONE_AT_A_TIME)
            instanceof RunStart.Started started) {
      log.info("Hot views are kept for longer, by run {}: exports are late", started.id());
    }
  }
}
