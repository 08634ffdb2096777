package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.RunState;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Imports over HTTP. */
public record ImportClient(FitmentApi api) {

  static final String PATH = "/api/v1/fitment/imports";
  public static final String NDJSON = "application/x-ndjson";

  /** Many small commits, on a disk that others may keep busy. */
  private static final Duration LONG = Duration.ofMinutes(10);

  Reply post(@Nullable String token, String type, String query, String body) {
    return api.send(
        api.request(PATH + query, token)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)));
  }

  /** Sends a file; its import's id. */
  String sent(String type, String query, String body) {
    Reply reply = post(TestTokens.operator(), type, query, body);
    assertThat(reply.status()).as("%s", reply.json()).isEqualTo(202);
    return reply.json().path("id").asString();
  }

  /** Sends a file and waits for its end. */
  public JsonNode imported(String type, String query, String body) {
    return ended(sent(type, query, body));
  }

  JsonNode ended(String id) {
    return await().atMost(LONG).until(() -> view(id), view -> state(view).isOver());
  }

  JsonNode view(String id) {
    return get("/" + id).isOk().json();
  }

  Reply get(String pathAndQuery) {
    return api.send(api.request(PATH + pathAndQuery, TestTokens.operator()).GET());
  }

  Reply delete(String id) {
    return api.send(api.request(PATH + "/" + id, TestTokens.operator()).DELETE());
  }

  static RunState state(JsonNode view) {
    return RunState.valueOf(view.path("state").asString());
  }

  static List<String> reasons(JsonNode view) {
    return view.path("rejected").valueStream().map(r -> r.path("reason").asString()).toList();
  }
}
