package dev.storefront.common.web;

import jakarta.validation.Validator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON bodies. Jackson stops at the first value of a wrong type; of a body that is not longer
 * than a form, every such value is told at once, and with it what is wrong with the others.
 */
final class JsonBodyConverter extends JacksonJsonHttpMessageConverter {

  private static final int LONGEST_FORM = 64 * 1024;
  private static final String OURS = "dev.storefront.";

  private final ObjectProvider<Validator> validator;

  JsonBodyConverter(JsonMapper json, ObjectProvider<Validator> validator) {
    super(json);
    this.validator = validator;
  }

  /** Other formats that are JSON underneath, like a JSON patch, say something else. */
  @Override
  public boolean canRead(ResolvableType type, @Nullable MediaType mediaType) {
    return (mediaType == null || MediaType.APPLICATION_JSON.equalsTypeAndSubtype(mediaType))
        && super.canRead(type, mediaType);
  }

  /** What is ours is plain JSON, whatever a client would take; problems name themselves. */
  @Override
  public List<MediaType> getSupportedMediaTypes(Class<?> type) {
    return type.getName().startsWith(OURS)
        ? List.of(MediaType.APPLICATION_JSON)
        : super.getSupportedMediaTypes(type);
  }

  @Override
  public Object read(
      ResolvableType type, HttpInputMessage message, @Nullable Map<String, Object> hints)
      throws IOException {
    InputStream body = message.getBody();
    byte[] start = body.readNBytes(LONGEST_FORM + 1);
    InputStream whole = new ByteArrayInputStream(start);
    boolean form = start.length <= LONGEST_FORM;
    try {
      return super.read(
          type,
          new Body(message.getHeaders(), form ? whole : new SequenceInputStream(whole, body)),
          hints);
    } catch (HttpMessageNotReadableException e) {
      if (form && e.getCause() instanceof JacksonException json && !json.getPath().isEmpty()) {
        throw new UnreadableBodyException(errors(type, start, json), json, message);
      }
      throw e;
    }
  }

  private List<InvalidField> errors(ResolvableType type, byte[] body, JacksonException first) {
    var found = new UnreadableValues(getMapper(), getJavaType(type.getType(), null)).in(body);
    if (found.fields().isEmpty()) {
      return List.of(JsonErrors.describe(first));
    }
    List<InvalidField> all = new ArrayList<>(found.fields());
    Set<String> unreadable =
        all.stream().map(InvalidField::field).collect(Collectors.toUnmodifiableSet());
    brokenRules(found.rest()).filter(rule -> !unreadable.contains(rule.field())).forEach(all::add);
    return all;
  }

  private Stream<InvalidField> brokenRules(@Nullable Object body) {
    Validator rules = validator.getIfAvailable();
    return rules == null || body == null
        ? Stream.empty()
        : rules.validate(body).stream()
            .map(v -> new InvalidField(v.getPropertyPath().toString(), v.getMessage()))
            .sorted(Comparator.comparing(InvalidField::field));
  }

  private record Body(HttpHeaders headers, InputStream content) implements HttpInputMessage {

    @Override
    public InputStream getBody() {
      return content;
    }

    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }
  }
}
