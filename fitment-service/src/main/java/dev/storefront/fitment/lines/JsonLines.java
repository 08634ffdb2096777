package dev.storefront.fitment.lines;

import dev.storefront.common.lines.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lines that are a JSON object each.
 *
 * @param json how they are read
 */
public record JsonLines(JsonMapper json) {

  private static final int LONGEST_NAME = 100;

  /**
   * Reads lines and saves what they say, some at a time.
   *
   * @param type a record of what a line may say
   * @param row reads what a line says
   * @param save takes some rows
   */
  public <L, T> LoadReport load(
      InputStream in, Class<L> type, Function<L, ParsedRow<T>> row, Consumer<List<T>> save)
      throws IOException {
    return LoadReport.of(
        new LineReader(in, LoadReport.LONGEST_LINE), line -> read(line, type).then(row), save);
  }

  /**
   * Reads a line; of one that cannot be taken says which value is wrong and what it must be.
   *
   * @param type a record of what a line may say
   */
  public <T> ParsedRow<T> read(String line, Class<T> type) {
    try {
      T value = json.readValue(line, type);
      return value == null ? invalid("must be a JSON object") : new ParsedRow.Valid<>(value);
    } catch (StreamReadException e) {
      return invalid(e instanceof InputCoercionException ? outOfRange(e) : notWellFormed(e));
    } catch (MismatchedInputException e) {
      return invalid(mismatch(e));
    } catch (JacksonException e) {
      return invalid("is no JSON object that can be taken");
    }
  }

  private static String notWellFormed(StreamReadException e) {
    return "is not well-formed JSON at column " + e.getLocation().getColumnNr();
  }

  private static String outOfRange(JacksonException e) {
    return nameOf(e.getPath()) + " is out of range";
  }

  private static String mismatch(MismatchedInputException e) {
    List<JacksonException.Reference> path = e.getPath();
    return path.isEmpty()
        ? "must be a JSON object"
        : nameOf(path) + " must be " + described(wantedAt(path, e.getTargetType()));
  }

  /** Of an element of an array Jackson names the array. */
  private static @Nullable Class<?> wantedAt(
      List<JacksonException.Reference> path, @Nullable Class<?> type) {
    boolean inArray = path.get(path.size() - 1).getIndex() >= 0;
    return type != null && type.isArray() && inArray ? type.getComponentType() : type;
  }

  private static String nameOf(List<JacksonException.Reference> path) {
    String name =
        path.stream()
            .map(s -> s.getPropertyName() == null ? "[" + s.getIndex() + "]" : s.getPropertyName())
            .collect(Collectors.joining("."))
            .replace(".[", "[");
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "..";
  }

  private static String described(@Nullable Class<?> type) {
    if (type == null) {
      return "of another type";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(String::valueOf)
          .collect(Collectors.joining(" or "));
    }
    if (type.isArray()) {
      return "an array";
    }
    if (type == String.class) {
      return "a string";
    }
    return type == boolean.class || type == Boolean.class ? "true or false" : "an integer";
  }

  private static <T> ParsedRow<T> invalid(String reason) {
    return new ParsedRow.Invalid<>(reason);
  }
}
