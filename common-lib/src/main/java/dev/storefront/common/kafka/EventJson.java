package dev.storefront.common.kafka;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Events as JSON bytes. Readers are tolerant: what they do not know they pass over; what they need
 * they say with Bean Validation on their own record.
 */
public final class EventJson {

  private final JsonMapper json;
  private final Validator validator;

  EventJson(JsonMapper json, Validator validator) {
    this.json = json.rebuild().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    this.validator = validator;
  }

  /** The event as a record's value. */
  public byte[] write(Object event) {
    return json.writeValueAsBytes(event);
  }

  /**
   * Reads and validates an event.
   *
   * @param value the record's value, null for a tombstone
   * @throws MalformedEventException if it is no such event; trying again would not help
   */
  public <T> T read(byte @Nullable [] value, Class<T> type) {
    if (value == null) {
      throw new MalformedEventException("The record has no value", null);
    }
    T event;
    try {
      event = json.readValue(value, type);
    } catch (JacksonException e) {
      throw new MalformedEventException(reason(e), e);
    }
    if (event == null) {
      throw new MalformedEventException("The record's value is null", null);
    }
    Set<ConstraintViolation<T>> violations = validator.validate(event);
    if (!violations.isEmpty()) {
      throw new MalformedEventException(
          violations.stream()
              .map(v -> v.getPropertyPath() + " " + v.getMessage())
              .sorted()
              .collect(Collectors.joining("; ")),
          null);
    }
    return event;
  }

  /** For the dead letter's header: where to look, without the names of our classes. */
  private static String reason(JacksonException e) {
    String path =
        e.getPath().stream()
            .map(
                step ->
                    Objects.requireNonNullElse(step.getPropertyName(), "[" + step.getIndex() + "]"))
            .collect(Collectors.joining("."))
            .replace(".[", "[");
    return path.isEmpty()
        ? "The record's value is not the JSON object that the topic has"
        : path + " is missing, or has a value of a wrong type";
  }
}
