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
  }

  private ApiRequest query(String path, Object body) {
    return ApiRequest.post(userTag, path).as(OPERATOR).json(body);
  }
}
