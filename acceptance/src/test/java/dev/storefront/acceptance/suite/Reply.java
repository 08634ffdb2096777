package dev.storefront.acceptance.suite;

import java.net.http.HttpHeaders;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a service answered.
 *
 * @param took from sending the request to the whole reply
 */
public record Reply(int status, HttpHeaders headers, String body, Duration took) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The value of a header, empty where there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The body as JSON. */
  public JsonNode json() {
    return JSON.readTree(body);
  }

  /** A text at a JSON pointer, empty where there is none. */
  public String text(String pointer) {
    return json().at(pointer).asString("");
  }

  @Override
  public String toString() {
    return status + " " + body;
  }
}
