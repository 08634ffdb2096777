package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.net.URI;
import java.util.List;

/** The design article's seven users and seven tags. */
final class TagsDemo implements DemoPart {

  private record Tag(String name, String description, List<Integer> users) {}

  private static final List<Tag> TAGS =
      List.of(
          new Tag("vip", "Paying member", List.of(1, 4, 7)),
          new Tag("mobile", "Phone number verified", List.of(1, 2, 4, 6)),
          new Tag("email", "Mail address verified", List.of(5, 7)),
          new Tag("male", "Male", List.of(1, 3, 6, 7)),
          new Tag("mac", "Uses a Mac", List.of(3, 5, 6)),
          new Tag("supervip", "Top member", List.of(1, 5, 6)),
          new Tag("lost", "Has not been back for a while", List.of(2, 3, 4, 7)));

  private final URI userTag;
  private final SuiteClient client;

  TagsDemo(Suite suite, SuiteClient client) {
    this.userTag = suite.userTag();
    this.client = client;
  }

  @Override
  public String name() {
    return "7 tags of 7 users";
  }

  /** Looks at the mark that is set last. */
  @Override
  public boolean isLoaded() {
    Tag last = TAGS.get(TAGS.size() - 1);
    return client
        .send(
            ApiRequest.get(userTag, "/api/v1/users/7/tags/" + last.name()).as(Identity.operator()))
        .json()
        .path("tagged")
        .asBoolean(false);
  }

  @Override
  public void load() {
    for (Tag tag : TAGS) {
      Object body = Json.object("description", tag.description());
      put(ApiRequest.put(userTag, "/api/v1/tags/" + tag.name()).json(body));
      for (int user : tag.users()) {
        put(ApiRequest.put(userTag, "/api/v1/users/" + user + "/tags/" + tag.name()));
      }
    }
  }

  private void put(ApiRequest request) {
    client.send(request.as(Identity.operator())).requireSuccess();
  }
}
