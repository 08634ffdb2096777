package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** Links under names of their own, as printed on posters. */
final class LinksDemo implements DemoPart {

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private static final Map<String, String> TARGETS =
      new TreeMap<>(
          Map.of(
              "big-sale-day", "https://shop.example/sale?utm_source=poster",
              "dash-cameras", "https://shop.example/products/60002002?utm_source=sms",
              "floor-mats-for-my-car", "https://shop.example/products/500100?utm_source=garage"));

  private final URI shortlink;
  private final SuiteClient client;

  LinksDemo(Suite suite, SuiteClient client) {
    this.shortlink = suite.shortlink();
    this.client = client;
  }

  @Override
  public String name() {
    return "short links " + String.join(", ", TARGETS.keySet());
  }

  @Override
  public boolean isLoaded() {
    return TARGETS.keySet().stream().allMatch(this::exists);
  }

  @Override
  public void load() {
    TARGETS.forEach(
        (slug, url) -> {
          if (!exists(slug)) {
            ApiReply made =
                client.send(
                    ApiRequest.post(shortlink, "/api/v1/links")
                        .as(Identity.operator())
                        .json(Json.object("url", url).and("slug", slug)));
            // A slug belongs for ever to who had it first: somebody deleted this link.
            if (made.status() != CONFLICT) {
              made.requireSuccess();
            }
          }
        });
  }

  private boolean exists(String slug) {
    ApiReply found =
        client.send(ApiRequest.get(shortlink, "/api/v1/links/" + slug).as(Identity.operator()));
    return found.status() != NOT_FOUND && found.requireSuccess().isSuccess();
  }
}
