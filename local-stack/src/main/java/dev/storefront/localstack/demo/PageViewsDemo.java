package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.ApiReply;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;

/** What six customers looked at in the last two days. */
final class PageViewsDemo implements DemoPart {

  private static final List<String> USERS =
      List.of("alice", "bob", "carol", "dave", "erin", "frank");
  private static final int VIEWS_PER_USER = 30;
  private static final Duration SPAN = Duration.ofDays(2);
  private static final int SEED = 618;

  private final URI browseHistory;
  private final SuiteClient client;
  private final Clock clock;
  private final List<Sku> skus;

  PageViewsDemo(Suite suite, SuiteClient client, Clock clock, List<Sku> skus) {
    this.browseHistory = suite.browseHistory();
    this.client = client;
    this.clock = clock;
    this.skus = skus;
  }

  @Override
  public String name() {
    return "%d page views of each of %s".formatted(VIEWS_PER_USER, String.join(", ", USERS));
  }

  /** Views take a moment to arrive, so this asks for any. */
  @Override
  public boolean isLoaded() {
    String lastUser = USERS.get(USERS.size() - 1);
    ApiReply count =
        client.send(
            ApiRequest.get(browseHistory, "/api/v1/history/count").as(Identity.user(lastUser)));
    return count.requireSuccess().json().path("count").asInt(0) > 0;
  }

  /** In turn, so that nobody meets the limit on one user's calls. */
  @Override
  public void load() {
    Random random = new Random(SEED);
    Instant start = clock.instant().minus(SPAN).truncatedTo(ChronoUnit.SECONDS);
    Duration step = SPAN.dividedBy(VIEWS_PER_USER + 1L);
    for (int i = 1; i <= VIEWS_PER_USER; i++) {
      for (String user : USERS) {
        Sku sku = skus.get(random.nextInt(skus.size()));
        view(user, sku, start.plus(step.multipliedBy(i)).plusSeconds(random.nextInt(600)));
      }
    }
  }

  private void view(String user, Sku sku, Instant viewedAt) {
    Object view = Json.object("skuId", sku.skuId()).and("viewedAt", viewedAt.toString());
    client
        .send(
            ApiRequest.post(browseHistory, "/api/v1/page-views").as(Identity.user(user)).json(view))
        .requireSuccess();
  }
}
