package dev.storefront.history.offline;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.history.offline.OfflineDays.Tried;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Has each step run at its time, as an operator would. What was missed is caught up with by the
 * latest date alone: its result has all that came since the last export.
 */
@Component
class OfflineSchedule {

  private static final Logger log = LoggerFactory.getLogger(OfflineSchedule.class);
  private static final Duration LEASE = Duration.ofSeconds(30);

  /** So many times {@code retry-after} is the longest pause. */
  private static final int MOST_PAUSES = 36;

  /** Of the day after. */
  private static final LocalTime DELETES_AT = LocalTime.of(2, 33);

  /** Of the day after. */
  private static final LocalTime COMPUTE_AT = LocalTime.of(11, 0);

  /** Of the day after that. */
  private static final LocalTime EXPORT_AT = LocalTime.of(2, 0);

  private final Runs<OfflineRequest, OfflineProgress> offlineRuns;
  private final OfflineDays days;
  private final FlinkJobs flink;
  private final OfflineProperties properties;
  private final Clock clock;

  OfflineSchedule(
      Runs<OfflineRequest, OfflineProgress> offlineRuns,
      OfflineDays days,
      FlinkJobs flink,
      OfflineProperties properties,
      Clock clock) {
    this.offlineRuns = offlineRuns;
    this.days = days;
    this.flink = flink;
    this.properties = properties;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${history.offline.poll:1m}", initialDelayString = "10s")
  void look() {
    if (!properties.scheduled() || !properties.hasCluster()) {
      return;
    }
    try {
      if (days.takeSchedule(LEASE) && flink.areAvailable()) {
        missing(clock.instant().atZone(properties.zone())).forEach(this::order);
      }
    } catch (RuntimeException e) {
      log.warn("The schedule of the offline pipeline waits: {}", e.toString());
    }
  }

  /** What is to be done next, of all that it is time for by now. */
  Set<OfflineRequest> missing(ZonedDateTime now) {
    return Stream.of(
            missing(latest(now, EXPORT_AT, 2), OfflineStep.EXPORT),
            missing(latest(now, DELETES_AT, 1), OfflineStep.DELETES),
            missing(latest(now, COMPUTE_AT, 1), OfflineStep.COMPUTE))
        .flatMap(Optional::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The first step of a date that is not done, up to this one. */
  private Optional<OfflineRequest> missing(LocalDate date, OfflineStep last) {
    return OfflineStep.ALL.parts().stream()
        .filter(step -> step.compareTo(last) <= 0)
        .filter(step -> days.done(date, step).isEmpty())
        .findFirst()
        .map(step -> new OfflineRequest(date, step));
  }

  /** The latest date whose step is due by now. */
  static LocalDate latest(ZonedDateTime now, LocalTime time, int daysLater) {
    LocalDate date = now.toLocalDate().minusDays(daysLater);
    return now.toLocalTime().isBefore(time) ? date.minusDays(1) : date;
  }

  /** What is to be done and was tried, each with when it is ordered again, at the soonest. */
  Map<OfflineRequest, Instant> tryAgainAt() {
    Map<OfflineRequest, Instant> times = new HashMap<>();
    if (properties.scheduled() && properties.hasCluster()) {
      for (OfflineRequest request : missing(clock.instant().atZone(properties.zone()))) {
        days.tried(request.date(), request.step())
            .ifPresent(tried -> times.put(request, tried.at().plus(pauseAfter(tried.attempts()))));
      }
    }
    return times;
  }

  /**
   * How long a step is left alone: {@code retry-after} after the first run that failed, of {@value
   * OfflineTask#MOST_TRIES} attempts, twice as long after the second one, and so on.
   */
  Duration pauseAfter(int attempts) {
    return properties.retryAfter().multipliedBy(Math.min(MOST_PAUSES, runs(attempts)));
  }

  private static int runs(int attempts) {
    return Math.max(1, attempts / OfflineTask.MOST_TRIES);
  }

  private void order(OfflineRequest request) {
    Optional<Tried> tried = days.tried(request.date(), request.step());
    int attempts = tried.map(Tried::attempts).orElse(0);
    if (tried.isPresent() && tried.get().at().plus(pauseAfter(attempts)).isAfter(clock.instant())) {
      return;
    }
    String key = "schedule " + request.date() + " " + request.step();
    if (offlineRuns.startAlone(request, key) instanceof RunStart.Started started) {
      log.info("Ordered {} of {} as run {}", request.step(), request.date(), started.id());
      if (attempts > 0) {
        log.warn(
            "{} runs of {} of {} came to nothing; if run {} fails too, the next is {} after it",
            runs(attempts),
            request.step(),
            request.date(),
            started.id(),
            pauseAfter(attempts + OfflineTask.MOST_TRIES));
      }
    }
  }
}
