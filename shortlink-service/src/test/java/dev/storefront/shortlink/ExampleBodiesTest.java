package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies made of the examples in the document, as Swagger UI puts them before whoever tries it. */
class ExampleBodiesTest extends ShortLinkTest {

  private static final String REFERENCE = "#/components/schemas/";

  private JsonNode document;

  @BeforeEach
  void read_the_document() {
    document = get("/v3/api-docs").json();
  }

  @Test
  void the_example_of_a_new_link_makes_one_and_that_of_a_change_changes_it() {
    ObjectNode link = example("post", "/api/v1/links");
    assertThat(link.propertyNames()).contains("url", "validFrom", "expiresAt", "utm", "devices");
    // A name is given once, and the tests have more runs than one.
    link.put("slug", "example-" + unique().substring(0, 8));
    Reply made = send("POST", "/api/v1/links", app(), link.toString()).expect(201);

    ObjectNode change = example("patch", "/api/v1/links/{code}");
    assertThat(change.propertyNames()).contains("url", "validFrom", "expiresAt", "utm", "devices");
    send("PATCH", "/api/v1/links/" + made.code(), app(), change.toString()).expect(200);
  }

  @Test
  void the_examples_of_a_lease_and_of_its_batch_are_taken() {
    ObjectNode wanted = example("post", "/api/v1/leases");
    wanted.put("requestId", unique());
    Reply lease = send("POST", "/api/v1/leases", app(), wanted.toString()).expect(200);

    ObjectNode batch = example("post", "/api/v1/links/batch");
    batch.put("leaseId", lease.text("/leaseId"));
    batch.put("epoch", lease.number("/epoch"));
    ((ObjectNode) batch.at("/links/0")).put("id", lease.number("/ranges/0/first"));
    Reply published = send("POST", "/api/v1/links/batch", app(), batch.toString()).expect(200);
    assertThat(published.text("/results/0/code")).isEqualTo(lease.text("/ranges/0/codes/0"));
  }

  @Test
  void the_example_of_a_run_is_taken() {
    String run = example("post", "/api/v1/recycling-runs").toString();
    send("POST", "/api/v1/recycling-runs", operator(), run).expect(202);
  }

  private ObjectNode example(String method, String path) {
    JsonNode call = document.get("paths").get(path).get(method);
    return (ObjectNode)
        exampleOf(call.get("requestBody").get("content").get("application/json").get("schema"));
  }

  /** Its own, else that of its members; of several that it may be, the first one's. */
  private JsonNode exampleOf(JsonNode schema) {
    if (schema.has("$ref")) {
      String name = schema.get("$ref").asString().substring(REFERENCE.length());
      return exampleOf(document.get("components").get("schemas").get(name));
    }
    if (schema.has("example")) {
      return schema.get("example");
    }
    if (schema.has("oneOf")) {
      return exampleOf(schema.get("oneOf").get(0));
    }
    if (schema.has("properties")) {
      ObjectNode members = json.createObjectNode();
      schema
          .get("properties")
          .properties()
          .forEach(member -> members.set(member.getKey(), exampleOf(member.getValue())));
      return members;
    }
    return schema.has("items")
        ? json.createArrayNode().add(exampleOf(schema.get("items")))
        : plain(schema.get("type").toString());
  }

  private JsonNode plain(String type) {
    return json.readTree(
        type.contains("boolean") ? "true" : type.contains("integer") ? "0" : "\"string\"");
  }
}
