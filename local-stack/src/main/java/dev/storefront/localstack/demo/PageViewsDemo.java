package dev.storefront.localstack.demo;

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
import tools.jackson.databind.JsonNode;

/** What six customers looked at in the last two days. */
final class PageViewsDemo implements DemoPart {

  private static final List<String> USERS =
      List.of("alice", "bob", "carol", "dave", "erin", "frank");
  private static final String LAST_USER = USERS.get(USERS.size() - 1);
  private static final int VIEWS_PER_USER = 40;
  private static final Duration SPAN = Duration.ofDays(2);
  private static final int SEED = 618;

  private final URI browseHistory;
  private final SuiteClient client;
  private final Clock clock;
  private final List<List<Sku>> shelves;

  /**
   * @param shelves lists of SKUs, all looked at equally often
   */
  PageViewsDemo(Suite suite, SuiteClient client, Clock clock, List<List<Sku>> shelves) {
    this.browseHistory = suite.browseHistory();
    this.client = client;
    this.clock = clock;
    this.shelves = shelves;
  }

  @Override
  public String name() {
    return "%d page views of each of %s".formatted(VIEWS_PER_USER, String.join(", ", USERS));
  }

  /** Views take a moment to arrive, so this asks for any. */
  @Override
  public boolean isLoaded() {
    return newestView(browseHistory, client).has("skuId");
  }

  /** The newest view of one of the users; a missing node when there is none. */
  static JsonNode newestView(URI browseHistory, SuiteClient client) {
    ApiRequest request =
        ApiRequest.get(browseHistory, "/api/v1/history?limit=1").as(Identity.user(LAST_USER));
    return client.send(request).requireSuccess().json().at("/items/0");
  }

  /** In turn, so that nobody meets the limit on one user's calls. */
  @Override
  public void load() {
    Random random = new Random(SEED);
    Instant start = clock.instant().minus(SPAN).truncatedTo(ChronoUnit.SECONDS);
    Duration step = SPAN.dividedBy(VIEWS_PER_USER + 1L);
    for (int i = 1; i <= VIEWS_PER_USER; i++) {
      for (String user : USERS) {
        List<Sku> shelf = shelves.get(random.nextInt(shelves.size()));
        Sku sku = shelf.get(random.nextInt(shelf.size()));
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
