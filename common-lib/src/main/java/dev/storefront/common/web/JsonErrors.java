package dev.storefront.common.web;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Says what is wrong with a JSON document in the words of its author, not in ours. */
final class JsonErrors {

  private JsonErrors() {}

  static InvalidField describe(JacksonException error) {
    String field = pathOf(error);
    if (error instanceof InvalidFormatException format) {
      return new InvalidField(field, "must be " + inJson(format.getTargetType()));
    }
    if (error instanceof UnrecognizedPropertyException) {
      return new InvalidField(field, "is not known");
    }
    if (error instanceof InputCoercionException) {
      return new InvalidField(field, "is out of range");
    }
    if (error instanceof MismatchedInputException mismatch) {
      Class<?> type = wantedAt(error, mismatch.getTargetType());
      return new InvalidField(field, type == null ? "is invalid" : "must be " + nameOf(type));
    }
    if (error instanceof DatabindException || error instanceof StreamConstraintsException) {
      return new InvalidField(field, "is beyond what can be read");
    }
    var location = error.getLocation();
    String where =
        location == null || location.getLineNr() < 1
            ? ""
            : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    return new InvalidField(field, "is not well-formed JSON" + where);
  }

  /** Of an element of an array Jackson names the array. */
  private static @Nullable Class<?> wantedAt(JacksonException error, @Nullable Class<?> type) {
    List<JacksonException.Reference> path = error.getPath();
    boolean inArray = !path.isEmpty() && path.get(path.size() - 1).getIndex() >= 0;
    return type != null && type.isArray() && inArray ? type.getComponentType() : type;
  }

  /** Constants may have other names in JSON. */
  private static String inJson(Class<?> type) {
    return type.isEnum()
        ? oneOf(type, constant -> JsonMapper.shared().valueToTree(constant).asString())
        : nameOf(type);
  }

  private static String oneOf(Class<?> type, Function<Object, String> name) {
    return Arrays.stream(type.getEnumConstants())
        .map(name)
        .collect(Collectors.joining(", ", "one of ", ""));
  }

  static String nameOf(Class<?> type) {
    if (type.isEnum()) {
      return oneOf(type, constant -> ((Enum<?>) constant).name());
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "an integer";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == String.class) {
      return "a string";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a number";
    }
    if (type == java.time.LocalDate.class) {
      return "a date such as 2026-06-25";
    }
    if (java.time.temporal.Temporal.class.isAssignableFrom(type)) {
      return "an ISO-8601 UTC time";
    }
    if (Iterable.class.isAssignableFrom(type) || type.isArray()) {
      return "an array";
    }
    return "an object";
  }

  private static String pathOf(JacksonException error) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : error.getPath()) {
      if (step.getPropertyName() != null) {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      } else {
        path.append('[').append(step.getIndex()).append(']');
      }
    }
    return path.isEmpty() ? "body" : path.toString();
  }
}
