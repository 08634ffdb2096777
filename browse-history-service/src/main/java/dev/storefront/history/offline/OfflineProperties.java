package dev.storefront.history.offline;

import dev.storefront.history.core.HistoryRules;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.ZoneId;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the offline pipeline's work is done.
 *
 * @param flink the address of a JobManager's REST API, {@code http://host:port}; empty for none
 * @param jar the file of the jobs, on the service's machine
 * @param lake the folder of page views, as a URI that the cluster knows
 * @param folder for what the jobs write for each other, likewise
 * @param zone whose midnights part the days, as the lake has it
 * @param parallelism in how many parts each job runs, 1 to 10,000
 * @param settings a file on the JobManager's machine with what nobody should see: {@code jdbc-url},
 *     {@code jdbc-user}, {@code jdbc-password}. Without one the service hands on its own, unless it
 *     has a password: Flink shows what a job is told
 * @param scheduled false to have nothing done unless somebody asks for it
 * @param longest how long a job may take before it counts as failed, at least 1 minute
 * @param retryAfter how long after a run that failed the schedule tries a step again, at least 1
 *     second; with each further run as much longer, up to 36 times this
 * @param lakeReadyAfter how long after a date's end the lake's files of it can be read, 0 or more
 */
@Validated
@ConfigurationProperties("history.offline")
record OfflineProperties(
    @DefaultValue("") String flink,
    @DefaultValue("") String jar,
    @DefaultValue("") String lake,
    @DefaultValue("") String folder,
    @DefaultValue("Asia/Shanghai") ZoneId zone,
    @Min(1) @Max(10_000) @DefaultValue("1") int parallelism,
    @DefaultValue("") String settings,
    @DefaultValue("true") boolean scheduled,
    @DefaultValue("6h") @DurationMin(minutes = 1) Duration longest,
    @DefaultValue("10m") @DurationMin(seconds = 1) Duration retryAfter,
    @DefaultValue("10m") @DurationMin(seconds = 0) Duration lakeReadyAfter) {

  /** How long results are kept for whoever wants to look at them. */
  static final Duration RESULTS_KEPT = Duration.ofDays(7);

  /** The furthest back that a date can be worked: the lake has views of as many days. */
  static final long MOST_DAYS_BACK = HistoryRules.LONGEST_AGE.toDays() + 2;

  /** True if there is a cluster. */
  boolean hasCluster() {
    return !flink.isBlank() && !jar.isBlank() && !lake.isBlank() && !folder.isBlank();
  }
}
