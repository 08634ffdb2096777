package dev.storefront.common.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a service answered.
 *
 * @param took from sending the request to the whole reply
 */
public record Reply(int status, HttpHeaders headers, byte[] bytes, Duration took) {

  private static final JsonMapper JSON = new JsonMapper();

  static Reply of(HttpResponse<byte[]> response, Duration took) {
    return new Reply(response.statusCode(), response.headers(), response.body(), took);
  }

  /** A header's first value, empty where there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The body as text. */
  public String body() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The body as JSON, null of JSON where it is none. */
  public JsonNode json() {
    boolean isJson = header("Content-Type").matches("application/(.*\\+)?json(;.*)?");
    return isJson && bytes.length > 0 ? JSON.readTree(bytes) : JSON.nullNode();
  }

  /** The value at a JSON pointer. */
  public JsonNode at(String pointer) {
    return json().at(pointer);
  }

  /** A text at a JSON pointer, empty where there is none. */
  public String text(String pointer) {
    return at(pointer).asString("");
  }

  /** A number at a JSON pointer, -1 where there is none. */
  public long number(String pointer) {
    return at(pointer).asLong(-1);
  }

  /** The texts of an array at a JSON pointer. */
  public List<String> list(String pointer) {
    return at(pointer).valueStream().map(JsonNode::asString).toList();
  }

  /** What {@code code} says: of a problem which one it is. */
  public String code() {
    return text("/code");
  }

  /** Fails unless the status is 200. */
  public Reply isOk() {
    return expect(200);
  }

  /** Fails unless the status is this one. */
  public Reply expect(int expected) {
    assertThat(status).as("%s", this).isEqualTo(expected);
    return this;
  }

  /** Fails unless it is this problem. */
  public Reply expect(int expected, String code) {
    expect(expected);
    assertThat(header("Content-Type")).as("%s", this).isEqualTo("application/problem+json");
    assertThat(code()).as("%s", this).isEqualTo(code);
    return this;
  }

  /** Fails unless it is a 400 about exactly these fields. */
  public void isInvalid(String... fields) {
    expect(400, "invalid-request");
    assertThat(at("/errors").valueStream().map(error -> error.path("field").asString()).toList())
        .containsExactlyInAnyOrder(fields);
  }

  @Override
  public String toString() {
    return status + " " + body();
  }
}
