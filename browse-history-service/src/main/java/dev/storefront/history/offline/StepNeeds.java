package dev.storefront.history.offline;

import dev.storefront.common.kafka.TopicReader;
import dev.storefront.history.offline.OfflineDays.Done;
import dev.storefront.history.recording.ViewRecorder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What a step needs before its job can be ordered. */
@Component
class StepNeeds {

  /** The consumer group of the job that writes the lake. */
  private static final String LAKE = "browse-history-lake";

  private final JobOrders orders;
  private final OfflineDays days;
  private final TopicReader topics;
  private final OfflineProperties properties;

  StepNeeds(JobOrders orders, OfflineDays days, TopicReader topics, OfflineProperties properties) {
    this.orders = orders;
    this.days = days;
    this.topics = topics;
    this.properties = properties;
  }

  /** The folder of the step before; empty for the first one. */
  String input(LocalDate date, OfflineStep step) {
    return done(date, step).map(Done::output).orElse("");
  }

  /** Tells what is lacking, if anything is. */
  Optional<String> lacking(LocalDate date, OfflineStep step) {
    if (step == OfflineStep.DELETES) {
      return orders.lackSettings()
          ? Optional.of(
              "history.offline.settings names no file with the database's password, and Flink would"
                  + " show one that the service sends.")
          : Optional.empty();
    }
    if (done(date, step).isEmpty()) {
      return Optional.of(
          "Step %s needs what step %s makes for %s, and there is none."
              .formatted(step, inputOf(step), date));
    }
    return step == OfflineStep.COMPUTE && !isInTheLake(date)
        ? Optional.of(
            "The lake does not have all views of %s yet: is the job page-view-lake running?"
                .formatted(date))
        : Optional.empty();
  }

  private Optional<Done> done(LocalDate date, OfflineStep step) {
    return step == OfflineStep.DELETES ? Optional.empty() : days.done(date, inputOf(step));
  }

  private static OfflineStep inputOf(OfflineStep step) {
    return step == OfflineStep.EXPORT ? OfflineStep.COMPUTE : OfflineStep.DELETES;
  }

  /**
   * True if the lake has taken all that the topic had when the date ended. An export without would
   * call rows complete that lack views, and these would be lost with Redis' hot ones.
   */
  private boolean isInTheLake(LocalDate date) {
    Instant end = Instant.ofEpochMilli(OfflineRequest.asOf(date, properties.zone()));
    return topics.hasTaken(ViewRecorder.TOPIC, LAKE, end);
  }
}
