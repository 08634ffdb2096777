package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A reply that was printed, to be held against what it should be. */
record Shown(Guide guide, ApiReply reply) {

  Shown expectStatus(int status) {
    if (reply.status() != status) {
      guide.fail("The status should be %d, but is %d".formatted(status, reply.status()));
    }
    return this;
  }

  /**
   * @param pointer a JSON pointer, for example {@code /items/0/skuId}
   * @param expected compared as JSON
   */
  Shown expect(String pointer, Object expected) {
    JsonNode actual = at(pointer);
    if (!Json.write(expected).equals(actual.toString())) {
      guide.fail("%s should be %s, but is %s".formatted(pointer, Json.write(expected), actual));
    }
    return this;
  }

  Shown expectHeader(String name, String expected) {
    Optional<String> actual = reply.header(name);
    if (!actual.equals(Optional.of(expected))) {
      guide.fail("%s should be %s, but is %s".formatted(name, expected, actual.orElse("absent")));
    }
    return this;
  }

  JsonNode at(String pointer) {
    return reply.json().at(pointer);
  }
}
