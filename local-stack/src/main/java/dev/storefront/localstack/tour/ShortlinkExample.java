package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import java.net.URI;
import java.time.Clock;
import java.util.List;

final class ShortlinkExample implements Example {

  private static final Identity SMS = Identity.service("sms-app");
  private static final String TARGET = "https://shop.example/orders/";
  private static final int LEASED = 10;

  private final URI shortlink;
  private final Clock clock;

  ShortlinkExample(Suite suite, Clock clock) {
    this.shortlink = suite.shortlink();
    this.clock = clock;
  }

  @Override
  public String service() {
    return "shortlink-service";
  }

  @Override
  public String question() {
    return "how does a link fit into a text message?";
  }

  @Override
  public void show(Guide guide) {
    String code =
        guide
            .ask(
                "A link of seven letters",
                ApiRequest.post(shortlink, "/api/v1/links")
                    .as(SMS)
                    .json(Json.object("url", TARGET + "4711").and("tier", 7)))
            .expectStatus(201)
            .at("/code")
            .asString("");
    redirects(guide, code, TARGET + "4711");
    leaseAndPublish(guide);
  }

  private void leaseAndPublish(Guide guide) {
    Shown lease =
        guide
            .ask(
                "An application that sends millions leases codes and hands them out by itself",
                ApiRequest.post(shortlink, "/api/v1/leases")
                    .as(SMS)
                    .json(
                        Json.object("requestId", "tour-" + clock.instant().getEpochSecond())
                            .and("tier", 6)
                            .and("count", LEASED)))
            .expectStatus(200);
    List<Long> ids = LeasedIds.of(lease.at("/ranges"));
    if (ids.size() != LEASED) {
      guide.fail("The lease should have %d ids, but has %s".formatted(LEASED, ids));
      return;
    }
    String leaseId = lease.at("/leaseId").asString("");
    Shown published =
        guide
            .ask(
                "It publishes in batches what it has handed out",
                ApiRequest.post(shortlink, "/api/v1/links/batch")
                    .as(SMS)
                    .json(
                        Json.object("leaseId", leaseId)
                            .and("epoch", lease.at("/epoch"))
                            .and(
                                "links",
                                List.of(
                                    Json.object("id", ids.get(0)).and("url", TARGET + "1"),
                                    Json.object("id", ids.get(1)).and("url", TARGET + "2")))))
            .expectStatus(200);
    redirects(guide, published.at("/results/1/code").asString(""), TARGET + "2");
    handBack(guide, leaseId, ids.subList(2, LEASED));
  }

  private void handBack(Guide guide, String leaseId, List<Long> expected) {
    Shown handedBack =
        guide
            .ask(
                "And hands back what it did not need",
                ApiRequest.delete(shortlink, "/api/v1/leases/" + leaseId).as(SMS))
            .expectStatus(200);
    List<Long> unused = LeasedIds.of(handedBack.at("/unused"));
    if (!unused.equals(expected)) {
      guide.fail("The ids in /unused should be %s, but are %s".formatted(expected, unused));
    }
  }

  private void redirects(Guide guide, String code, String target) {
    guide
        .askUntil("The link", ApiRequest.get(shortlink, "/" + code), ShortlinkExample::isRedirect)
        .expectStatus(302)
        .expectHeader("Location", target);
  }

  private static boolean isRedirect(ApiReply reply) {
    return reply.status() == 302;
  }
}
