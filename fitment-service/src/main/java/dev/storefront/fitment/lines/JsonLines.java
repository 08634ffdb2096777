package dev.storefront.fitment.lines;

import dev.storefront.common.lines.LineReader;
import dev.storefront.common.web.InvalidField;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lines that are a JSON object each.
 *
 * @param json how they are read
 */
public record JsonLines(JsonMapper json) {

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
      return value == null
          ? new ParsedRow.Invalid<>("must be an object")
          : new ParsedRow.Valid<>(value);
    } catch (JacksonException e) {
      return new ParsedRow.Invalid<>(reason(InvalidField.of(e), e));
    }
  }

  /** The only line of its document: where in that it goes wrong, the column tells. */
  private static String reason(InvalidField wrong, JacksonException e) {
    if (e instanceof StreamReadException && !(e instanceof InputCoercionException)) {
      return "is not well-formed JSON at column " + e.getLocation().getColumnNr();
    }
    return e.getPath().isEmpty() ? wrong.message() : wrong.field() + " " + wrong.message();
  }
}
