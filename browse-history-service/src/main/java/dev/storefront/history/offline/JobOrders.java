package dev.storefront.history.offline;

import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.stereotype.Component;

/** What the jobs are told. */
@Component
class JobOrders {

  private static final String PACKAGE = "dev.storefront.history.offline.";

  private static final String NONE = "none";

  /** Deletions may be written somewhat later than from when on they hold. */
  private static final long OVERLAP_MILLIS = Duration.ofHours(1).toMillis();

  private final OfflineProperties properties;
  private final OfflineDays days;
  private final Namespace namespace;
  private final DataSourceProperties database;
  private final String hbase;

  JobOrders(
      OfflineProperties properties,
      OfflineDays days,
      Namespace namespace,
      DataSourceProperties database,
      @Value("${storefront.hbase.zookeeper:127.0.0.1:12181}") String hbase) {
    this.properties = properties;
    this.days = days;
    this.namespace = namespace;
    this.database = database;
    this.hbase = hbase;
  }

  /** With what the names of all jobs of a run begin. */
  String prefix(long run) {
    return namespace.group("history-offline-" + run + "-");
  }

  /**
   * The job of a step.
   *
   * @param attempt counts the attempts for this date and step, from 0
   * @param input the result of the step before
   */
  JobOrder order(long run, LocalDate date, OfflineStep step, int attempt, String input) {
    String folder =
        "%s/%s/%s-%d"
            .formatted(properties.folder(), date, step.name().toLowerCase(Locale.ROOT), attempt);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--name", prefix(run) + step + "-" + attempt));
    arguments.addAll(List.of("--date", date.toString(), "--zone", properties.zone().getId()));
    arguments.addAll(List.of("--output", folder));
    List<String> recorded = days.folders(date);
    arguments.addAll(List.of("--recorded", recorded.isEmpty() ? NONE : String.join(",", recorded)));
    if (!properties.settings().isEmpty()) {
      arguments.addAll(List.of("--settings", properties.settings()));
    }
    return switch (step) {
      case DELETES -> deletes(arguments, folder);
      case COMPUTE -> compute(arguments, date, input, folder);
      case EXPORT -> export(arguments, attempt, input);
      case ALL -> throw new IllegalArgumentException("ALL is no single step");
    };
  }

  /** True if a job that reads the database would have to be told a password. */
  boolean lackSettings() {
    String password = database.determinePassword();
    return properties.settings().isEmpty() && password != null && !password.isEmpty();
  }

  private JobOrder deletes(List<String> arguments, String folder) {
    if (properties.settings().isEmpty()) {
      arguments.addAll(
          List.of(
              "--jdbc-url", database.determineUrl(), "--jdbc-user", database.determineUsername()));
    }
    return new JobOrder(PACKAGE + "DeletionExtract", arguments, folder);
  }

  private JobOrder compute(
      List<String> arguments, LocalDate date, String deletions, String folder) {
    arguments.addAll(List.of("--lake", properties.lake(), "--deletions", deletions));
    Optional<OfflineDays.Done> base = days.exportedBefore(date);
    base.ifPresent(
        done ->
            arguments.addAll(
                List.of(
                    "--base",
                    done.output(),
                    "--since",
                    Long.toString(
                        OfflineRequest.asOf(done.date(), properties.zone()) - OVERLAP_MILLIS))));
    // Rows that this date has already hide those of the base.
    days.done(date, OfflineStep.EXPORT)
        .ifPresent(done -> arguments.addAll(List.of("--same", done.output())));
    LocalDate oldest = base.map(OfflineDays.Done::date).orElse(date);
    arguments.addAll(
        List.of(
            "--results",
            properties.folder(),
            "--forget-before",
            oldest.minusDays(OfflineProperties.RESULTS_KEPT.toDays()).toString()));
    return new JobOrder(PACKAGE + "RowCompute", arguments, folder);
  }

  private JobOrder export(List<String> arguments, int attempt, String rows) {
    arguments.addAll(
        List.of("--rows", rows, "--attempt", Integer.toString(attempt), "--hbase", hbase));
    if (!namespace.name().isEmpty()) {
      arguments.addAll(List.of("--namespace", namespace.name()));
    }
    return new JobOrder(PACKAGE + "RowExport", arguments, rows);
  }
}
