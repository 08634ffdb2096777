package dev.storefront.common.web;

import java.beans.PropertyEditorSupport;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyEditorRegistrar;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.core.convert.converter.Converter;
import org.springframework.format.FormatterRegistry;

/**
 * Integers and booleans in paths and queries, written as in JSON. Spring would also take
 * hexadecimal ones, other scripts' digits, white space between the digits, and {@code yes}.
 */
final class WrittenAsJson implements PropertyEditorRegistrar {

  private static final Pattern WRITTEN = Pattern.compile("-?(0|[1-9][0-9]*)");

  /** Of elements of a list. */
  static void register(FormatterRegistry registry) {
    registry.addConverter(String.class, Long.class, reading(Long::valueOf));
    registry.addConverter(String.class, Integer.class, reading(Integer::valueOf));
    registry.addConverter(String.class, Boolean.class, WrittenAsJson::truth);
  }

  /** Where a converter refuses a text, Spring tries an editor, by default its own. */
  @Override
  public void registerCustomEditors(PropertyEditorRegistry binder) {
    for (Class<?> type : List.of(Long.class, long.class)) {
      binder.registerCustomEditor(type, new Editor(reading(Long::valueOf)));
    }
    for (Class<?> type : List.of(Integer.class, int.class)) {
      binder.registerCustomEditor(type, new Editor(reading(Integer::valueOf)));
    }
    for (Class<?> type : List.of(Boolean.class, boolean.class)) {
      binder.registerCustomEditor(type, new Editor(WrittenAsJson::truth));
    }
  }

  /** Nothing counts as left out. */
  @SuppressWarnings("NullAway") // Spring's own converters of numbers do the same
  private static <N> Converter<String, N> reading(Function<String, N> read) {
    return text -> text.isEmpty() ? null : read.apply(checked(text));
  }

  @SuppressWarnings("NullAway") // as above
  private static Boolean truth(String text) {
    return switch (text) {
      case "" -> null;
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("Neither true nor false");
    };
  }

  private static String checked(String text) {
    if (!WRITTEN.matcher(text).matches()) {
      throw new NumberFormatException("Not an integer");
    }
    return text;
  }

  private static final class Editor extends PropertyEditorSupport {

    private final Converter<String, ?> converter;

    private Editor(Converter<String, ?> converter) {
      this.converter = converter;
    }

    @Override
    public void setAsText(@Nullable String text) {
      setValue(text == null ? null : converter.convert(text));
    }
  }
}
