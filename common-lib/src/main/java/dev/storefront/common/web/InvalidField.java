package dev.storefront.common.web;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestHeader;
import tools.jackson.core.JacksonException;

/**
 * One entry of {@code errors} in a 400 {@code invalid-request}.
 *
 * @param field the JSON path or parameter, for example {@code items[0].quantity}; {@code body} for
 *     the whole
 * @param message what is wrong with it
 */
public record InvalidField(String field, String message) {

  /** Bean Validation names what stands in a list after its place: {@code ids[0].<list element>}. */
  private static final Pattern ELEMENT = Pattern.compile("\\.?<[a-z ]+>");

  public InvalidField {
    field = ELEMENT.matcher(field).replaceAll("");
  }

  /** The first value of a JSON document that cannot be read, and what it must be. */
  public static InvalidField of(JacksonException error) {
    return JsonErrors.describe(error);
  }

  /** Of a path that begins with the name of the method whose parameter it is. */
  static InvalidField ofParameter(String path, String message) {
    return new InvalidField(path.substring(path.indexOf('.') + 1), message);
  }

  /** What callers know a parameter by. */
  static String nameOf(MethodParameter parameter) {
    @Nullable RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
    @Nullable String name =
        header == null || header.name().isEmpty() ? parameter.getParameterName() : header.name();
    return name == null ? "parameter" : name;
  }

  /** 400 {@code invalid-request} that lists every failure. */
  public static Problem problem(List<InvalidField> errors) {
    return Problem.of(HttpStatus.BAD_REQUEST, "invalid-request", "The request is invalid.")
        .with("errors", List.copyOf(errors));
  }
}
