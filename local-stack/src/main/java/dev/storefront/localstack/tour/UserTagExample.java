package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import java.net.URI;
import java.util.List;

final class UserTagExample implements Example {

  private static final Identity OPERATOR = Identity.operator();
  private static final String AUDIENCE = "(vip OR email) AND NOT lost";

  private final URI userTag;

  UserTagExample(Suite suite) {
    this.userTag = suite.userTag();
  }

  @Override
  public String service() {
    return "user-tag-service";
  }

  @Override
  public String question() {
    return "whom should we write to?";
  }

  @Override
  public void show(Guide guide) {
    guide
        .ask("What we know of user 1", ApiRequest.get(userTag, "/api/v1/users/1/tags").as(OPERATOR))
        .expectStatus(200);
    guide
        .ask(
            "Members and people with a verified address who have not left us",
            query("/api/v1/audiences/query", Json.object("expression", AUDIENCE).and("limit", 10)))
        .expectStatus(200)
        .expect("/count", 2)
        .expect("/users", List.of("1", "5"));
    guide
        .ask("Only how many", query("/api/v1/audiences/count", Json.object("expression", AUDIENCE)))
        .expectStatus(200)
        .expect("/count", 2);
    guide
        .ask(
            "A mistyped tag is refused; it does not mean nobody, or everybody",
            query("/api/v1/audiences/count", Json.object("expression", "NOT vpi")))
        .expectStatus(400)
        .expect("/code", "unknown-tag");
    showStandingAudience(guide);
  }

  /** Somebody leaves it, and enters it again. Of whom it has not reached yet it tells nothing. */
  private void showStandingAudience(Guide guide) {
    String lost = "/api/v1/users/1/tags/lost";
    String letter = "/api/v1/audiences/letter";
    ApiRequest member = ApiRequest.get(userTag, letter + "/members/1").as(OPERATOR);
    guide
        .ask(
            "The same people under a name, for as long as you like",
            ApiRequest.put(userTag, letter).as(OPERATOR).json(Json.object("expression", AUDIENCE)))
        .expect("/count", 2);
    guide
        .askUntil(
            "Once it has gone through all users it is LIVE: from now on it tells of each",
            ApiRequest.get(userTag, letter).as(OPERATOR),
            reply -> reply.json().path("state").asString("").equals("LIVE"))
        .expect("/state", "LIVE");
    guide.ask("User 1 leaves us", ApiRequest.put(userTag, lost).as(OPERATOR)).expectStatus(204);
    guide
        .ask("and the audience: that is a record LEFT of audience-events", member)
        .expect("/member", false);
    guide.ask("User 1 comes back", ApiRequest.delete(userTag, lost).as(OPERATOR)).expectStatus(204);
    guide.ask("and belongs to it again: ENTERED", member).expect("/member", true);
  }

  private ApiRequest query(String path, Object body) {
    return ApiRequest.post(userTag, path).as(OPERATOR).json(body);
  }
}
