package dev.storefront.usertag.tagging;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.usertag.progress.TopicProgress;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserId;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.ConsumerSeekAware;
import org.springframework.stereotype.Component;

/** Changes that others announce take the same way as those by REST, many at a time. */
@Component
class TagChangeListener implements ConsumerSeekAware {

  static final String TOPIC = "user-tag-changes";

  private final EventJson json;
  private final EventBatches batches;
  private final DeadLetters deadLetters;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final TopicProgress progress;

  TagChangeListener(
      EventJson json,
      EventBatches batches,
      DeadLetters deadLetters,
      TagCatalog tags,
      Tagging tagging,
      TopicProgress progress) {
    this.json = json;
    this.batches = batches;
    this.deadLetters = deadLetters;
    this.tags = tags;
    this.tagging = tagging;
    this.progress = progress;
  }

  /** What this service needs of an event of {@code user-tag-changes}. */
  record TagChanged(
      @NotNull String userId,
      @NotNull String tag,
      @NotNull @Nullable Boolean present,
      @NotNull @Min(0) @Max(UserMarks.LAST_TIME) @Nullable Long changedAt) {

    @AssertTrue(message = UserId.RULE)
    boolean isUserId() {
      return userId == null || UserId.isValid(userId);
    }
  }

  @KafkaListener(
      topics = "#{@namespace.topic('user-tag-changes')}",
      groupId = "#{@namespace.group('user-tag')}",
      concurrency = "${storefront.usertag.listeners:2}",
      batch = "true")
  @UseCase("apply-tag-changes")
  void changed(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(records, this::read, this::apply);
  }

  @Override
  public void onPartitionsAssigned(
      Map<TopicPartition, Long> assignments, ConsumerSeekCallback callback) {
    progress.forgetTopics();
  }

  private Received read(ConsumerRecord<String, byte[]> record) {
    return new Received(record, json.read(record.value(), TagChanged.class));
  }

  private void apply(List<Received> events) {
    Map<String, Integer> numbers =
        tags.numbers(events.stream().map(e -> e.event().tag()).collect(Collectors.toSet()));
    List<Received> refused = new ArrayList<>();
    List<TagChange> changes = new ArrayList<>();
    for (Received received : events) {
      TagChanged event = received.event();
      Integer number = numbers.get(event.tag());
      if (number == null) {
        refused.add(received);
      } else {
        boolean present = Objects.requireNonNull(event.present());
        changes.add(
            new TagChange(
                new TopicProgress.Origin(received.record().partition(), received.record().offset()),
                new UserId(event.userId()),
                number,
                present,
                event.changedAt(),
                null,
                TOPIC));
      }
    }
    if (!changes.isEmpty()) {
      tagging.apply(changes);
    }
    refused.forEach(r -> deadLetters.bury(r.record(), "unknown tag " + r.event().tag()));
  }

  private record Received(ConsumerRecord<String, byte[]> record, TagChanged event) {}
}
