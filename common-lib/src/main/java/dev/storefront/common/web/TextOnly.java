package dev.storefront.common.web;

import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Reads a time from its ISO-8601 text alone. Jackson would take a number for seconds since 1970,
 * also one in quotes, and most callers mean milliseconds; and a moment for a day, whose hour it
 * would leave out.
 */
final class TextOnly extends DelegatingDeserializer {

  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

  private TextOnly(ValueDeserializer<?> time) {
    super(time);
  }

  /** Makes all times so. */
  static ValueDeserializerModifier ofTimes() {
    return new ValueDeserializerModifier() {
      @Override
      public ValueDeserializer<?> modifyDeserializer(
          DeserializationConfig config,
          BeanDescription.Supplier type,
          ValueDeserializer<?> deserializer) {
        return Temporal.class.isAssignableFrom(type.getBeanClass())
            ? new TextOnly(deserializer)
            : deserializer;
      }
    };
  }

  @Override
  protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> time) {
    return new TextOnly(time);
  }

  @Override
  public Object deserialize(JsonParser json, DeserializationContext context) {
    if (!json.hasToken(JsonToken.VALUE_STRING)) {
      return context.handleUnexpectedToken(context.constructType(handledType()), json);
    }
    String text = json.getString();
    boolean isWrong =
        handledType() == LocalDate.class
            ? !DAY.matcher(text).matches()
            : NUMBER.matcher(text.strip()).matches();
    return isWrong
        ? context.handleWeirdStringValue(handledType(), text, "no ISO-8601 time")
        : super.deserialize(json, context);
  }
}
