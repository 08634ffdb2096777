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

  /** The folder of an attempt: its date and its own name. */
  static String folder(LocalDate date, OfflineStep step, int attempt) {
    return "%s/%s-%d".formatted(date, step.name().toLowerCase(Locale.ROOT), attempt);
  }

  /**
   * The job of a step.
   *
   * @param attempt counts the attempts for this date and step, from 0
   * @param input the result of the step before
   * @param left folders that it is to remove, as {@link #folder} names them
   */
  JobOrder order(
      long run, LocalDate date, OfflineStep step, int attempt, String input, List<String> left) {
    String folder = properties.folder() + "/" + folder(date, step, attempt);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--name", prefix(run) + step + "-" + attempt));
    arguments.addAll(List.of("--date", date.toString(), "--zone", properties.zone().getId()));
    arguments.addAll(List.of("--output", folder));
    arguments.addAll(List.of("--results", properties.folder()));
    if (!left.isEmpty()) {
      arguments.addAll(List.of("--left", String.join(",", left)));
    }
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
