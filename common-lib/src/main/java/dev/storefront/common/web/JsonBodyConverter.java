package dev.storefront.common.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.json.JsonMapper;

/** Plain JSON in and out: other formats that are JSON underneath, like a JSON patch, are none. */
final class JsonBodyConverter extends JacksonJsonHttpMessageConverter {

  private static final String OURS = "dev.storefront.";

  JsonBodyConverter(JsonMapper json) {
    super(json);
  }

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
}
