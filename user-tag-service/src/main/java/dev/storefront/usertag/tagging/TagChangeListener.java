package dev.storefront.usertag.tagging;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserId;
import io.micrometer.core.annotation.Timed;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Changes that others announce take the same way as those by REST, many at a time. */
@Component
class TagChangeListener {

  private final EventJson json;
  private final DeadLetters deadLetters;
  private final TagCatalog tags;
  private final Tagging tagging;

  TagChangeListener(EventJson json, DeadLetters deadLetters, TagCatalog tags, Tagging tagging) {
    this.json = json;
    this.deadLetters = deadLetters;
    this.tags = tags;
    this.tagging = tagging;
  }

  /** What this service needs of an event of {@code user-tag-changes}. */
  record TagChanged(
      @NotBlank String eventId,
      @NotNull String userId,
      @NotNull String tag,
      @NotNull @Nullable Boolean present) {

    @AssertTrue(message = UserId.RULE)
    boolean isUserIdValid() {
      return userId == null || UserId.isValid(userId);
    }
  }

  @KafkaListener(
      topics = "#{@namespace.topic('user-tag-changes')}",
      groupId = "#{@namespace.group('user-tag')}",
      concurrency = "${storefront.usertag.listeners:2}",
      batch = "true")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "apply-tag-changes"})
  void changed(List<ConsumerRecord<String, byte[]>> records) {
    Map<ConsumerRecord<String, byte[]>, String> refused = new LinkedHashMap<>();
    Map<ConsumerRecord<String, byte[]>, TagChanged> events = read(records, refused);
    Map<String, Integer> numbers =
        tags.numbers(events.values().stream().map(TagChanged::tag).collect(Collectors.toSet()));
    List<TagChange> changes = new ArrayList<>();
    events.forEach(
        (record, event) -> {
          Integer number = numbers.get(event.tag());
          if (number == null) {
            refused.put(record, "unknown tag " + event.tag());
          } else {
            boolean present = Objects.requireNonNull(event.present());
            changes.add(
                new TagChange(event.eventId(), new UserId(event.userId()), number, present));
          }
        });
    if (!changes.isEmpty()) {
      tagging.apply(changes);
    }
    refused.forEach(deadLetters::bury);
  }

  private Map<ConsumerRecord<String, byte[]>, TagChanged> read(
      List<ConsumerRecord<String, byte[]>> records,
      Map<ConsumerRecord<String, byte[]>, String> refused) {
    Map<ConsumerRecord<String, byte[]>, TagChanged> events = new LinkedHashMap<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        events.put(record, json.read(record.value(), TagChanged.class));
      } catch (MalformedEventException e) {
        refused.put(record, String.valueOf(e.getMessage()));
      }
    }
    return events;
  }
}
