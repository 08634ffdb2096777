package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import java.net.URI;

final class HistoryExample implements Example {

  private static final Identity ALICE = Identity.user("alice");
  private static final Identity GUEST = Identity.guest("tour");
  private static final long DASH_CAMERA = 60_002_002;

  private final URI browseHistory;

  HistoryExample(Suite suite) {
    this.browseHistory = suite.browseHistory();
  }

  @Override
  public String service() {
    return "browse-history-service";
  }

  @Override
  public String question() {
    return "what did I look at?";
  }

  @Override
  public void show(Guide guide) {
    guide
        .ask(
            "Alice looks at a dash camera; the page does not wait for what comes of it",
            ApiRequest.post(browseHistory, "/api/v1/page-views")
                .as(ALICE)
                .json(Json.object("skuId", DASH_CAMERA)))
        .expectStatus(202);
    ApiRequest newest = ApiRequest.get(browseHistory, "/api/v1/history?limit=2").as(ALICE);
    guide
        .askUntil("Her history, newest first", newest, reply -> newestSku(reply) == DASH_CAMERA)
        .expectStatus(200)
        .expect("/items/0/skuId", DASH_CAMERA)
        .expect("/items/0/name", "Dash camera, front and rear");
    guide
        .ask("How much there is", ApiRequest.get(browseHistory, "/api/v1/history/count").as(ALICE))
        .expectStatus(200);
    guide
        .ask(
            "She would rather not have looked",
            ApiRequest.delete(browseHistory, "/api/v1/history/items?skuId=" + DASH_CAMERA)
                .as(ALICE))
        .expectStatus(204);
    Shown after = guide.ask("Gone", newest).expectStatus(200);
    if (newestSku(after.reply()) == DASH_CAMERA) {
      guide.fail("The deleted view is still there");
    }
    guide
        .ask(
            "What she looked at and did not buy since",
            ApiRequest.get(browseHistory, "/api/v1/history/not-bought?limit=2").as(ALICE))
        .expectStatus(200);
    showAGuest(guide);
  }

  private void showAGuest(Guide guide) {
    guide.ask("Somebody who has not logged in wants nothing recorded", post("pause"));
    guide
        .ask("What they look at until they want it again never shows", get("/settings"))
        .expectStatus(200)
        .expect("/paused", true);
    guide.ask("They want it recorded again", post("resume")).expectStatus(204);
    ApiRequest view = ApiRequest.post(browseHistory, "/api/v1/page-views").as(GUEST);
    guide
        .ask("A look at the dash camera", view.json(Json.object("skuId", DASH_CAMERA)))
        .expectStatus(202);
    guide
        .askUntil("It shows", get(""), reply -> newestSku(reply) == DASH_CAMERA)
        .expect("/items/0/skuId", DASH_CAMERA);
    Shown erasure = guide.ask("All of it is to be erased", post("erasures")).expectStatus(202);
    guide
        .askUntil(
            "The receipt: where it is gone, and when it will have gone by itself",
            get("/erasures/" + erasure.reply().json().path("id").asLong()),
            reply -> reply.json().path("state").asString("").equals("DONE"))
        .expect("/state", "DONE")
        .expect("/stores/0/store", "redis");
    guide.ask("Nothing is left", get("/count")).expectStatus(200).expect("/count", 0);
  }

  private ApiRequest post(String what) {
    return ApiRequest.post(browseHistory, "/api/v1/history/" + what).as(GUEST);
  }

  private ApiRequest get(String what) {
    return ApiRequest.get(browseHistory, "/api/v1/history" + what).as(GUEST);
  }

  private static long newestSku(ApiReply reply) {
    return reply.json().at("/items/0/skuId").asLong(0);
  }
}
