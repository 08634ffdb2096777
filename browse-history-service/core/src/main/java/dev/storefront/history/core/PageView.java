package dev.storefront.history.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * An event of the topic {@code page-views}.
 *
 * @param viewedAt epoch milliseconds
 */
public record PageView(@Nullable String eventId, String userId, long skuId, long viewedAt) {

  /** As strict as the suite's own mapper, so that every engine takes the same events. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .withCoercionConfig(
              LogicalType.Textual,
              text -> {
                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
              })
          .build();

  /**
   * Reads and checks the value of a record.
   *
   * @param value null for a tombstone
   * @throws InvalidPageViewException if it is no page view, or lies too far ahead; reading it again
   *     will not help, so it is a dead letter
   */
  public static PageView read(byte @Nullable [] value, Instant now) {
    if (value == null) {
      throw new InvalidPageViewException("The record has no value");
    }
    Fields fields;
    try {
      fields = JSON.readValue(value, Fields.class);
    } catch (JacksonException e) {
      throw new InvalidPageViewException(reason(e));
    }
    if (fields == null) {
      throw new InvalidPageViewException("The record's value is null");
    }
    return fields.checked(now);
  }

  /** The value of its record. */
  public byte[] write() {
    return JSON.writeValueAsBytes(this);
  }

  /** True if it is older than any history reaches: it cannot show, and is passed over. */
  public boolean isTooOld(Instant now) {
    return viewedAt < now.minus(HistoryRules.LONGEST_AGE).toEpochMilli();
  }

  /** The view. */
  public View view() {
    return new View(skuId, viewedAt);
  }

  /** Where to look, without the names of classes. */
  private static String reason(JacksonException e) {
    String path =
        e.getPath().stream()
            .map(step -> String.valueOf(step.getPropertyName()))
            .collect(Collectors.joining("."));
    return path.isEmpty()
        ? "The record's value is not the JSON object that the topic has"
        : path + " has a value of a wrong type";
  }

  private record Fields(
      @Nullable String eventId,
      @Nullable String userId,
      @Nullable Long skuId,
      @Nullable Long viewedAt) {

    PageView checked(Instant now) {
      List<String> wrong = new ArrayList<>();
      String user = userId == null ? "" : userId;
      if (user.isBlank()) {
        wrong.add("userId must not be blank");
      } else if (user.length() > HistoryRules.LONGEST_USER_ID) {
        wrong.add("userId must be at most %d characters".formatted(HistoryRules.LONGEST_USER_ID));
      }
      long sku = skuId == null ? 0 : skuId;
      if (sku < 1) {
        wrong.add("skuId must be an integer of 1 or more");
      }
      long time = viewedAt == null ? -1 : viewedAt;
      if (time < 0) {
        wrong.add("viewedAt must be an integer of 0 or more");
      } else if (time > now.plus(HistoryRules.LONGEST_AHEAD).toEpochMilli()) {
        wrong.add("viewedAt lies ahead: " + time);
      }
      if (!wrong.isEmpty()) {
        throw new InvalidPageViewException(String.join("; ", wrong));
      }
      return new PageView(eventId, user, sku, time);
    }
  }
}
