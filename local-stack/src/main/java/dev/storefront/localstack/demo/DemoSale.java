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
import java.util.OptionalLong;
import java.util.Set;

/**
 * A sale that is on: dash cameras, two for each customer. When one is over, or somebody paused it,
 * the next start opens another, under the next id.
 */
public final class DemoSale implements DemoPart {

  /** What one customer may take. */
  public static final int LIMIT = 2;

  private static final long FIRST_ID = 7_001;
  private static final long LAST_ID = 7_100;
  private static final long DASH_CAMERA = 60_002_002;
  private static final int QUOTA = 1_000;
  private static final Duration LENGTH = Duration.ofDays(10);
  private static final Set<String> ON = Set.of("SCHEDULED", "ONGOING");
  private static final Set<String> OVER = Set.of("SOLD_OUT", "STOPPED", "ENDED", "PAUSED");
  private static final String NONE = "none";
  private static final int NOT_FOUND = 404;

  private final URI flashSale;
  private final SuiteClient client;
  private final Clock clock;

  public DemoSale(Suite suite, SuiteClient client, Clock clock) {
    this.flashSale = suite.flashSale();
    this.client = client;
    this.clock = clock;
  }

  /** The promotion that is on; empty before the demo data is loaded, and after the sale. */
  public OptionalLong promotionId() {
    for (long id = FIRST_ID; id <= LAST_ID; id++) {
      String state = state(id);
      if (ON.contains(state)) {
        return OptionalLong.of(id);
      }
      if (state.equals(NONE)) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public String name() {
    return "a flash sale of " + QUOTA + " dash cameras";
  }

  @Override
  public boolean isLoaded() {
    return promotionId().isPresent();
  }

  @Override
  public void load() {
    long id = FIRST_ID;
    while (OVER.contains(state(id)) && id < LAST_ID) {
      id++;
    }
    if (state(id).equals(NONE)) {
      post(ApiRequest.post(flashSale, "/api/v1/promotions").json(promotion(id)));
    }
    post(ApiRequest.post(flashSale, "/api/v1/promotions/" + id + "/approve"));
  }

  private String state(long id) {
    ApiReply reply = client.send(ApiRequest.get(flashSale, "/api/v1/promotions/" + id));
    return reply.status() == NOT_FOUND
        ? NONE
        : reply.requireSuccess().json().path("state").asString("");
  }

  private Object promotion(long id) {
    Instant start = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return Json.object("promotionId", id)
        .and("type", 1)
        .and("skuId", DASH_CAMERA)
        .and("quota", QUOTA)
        .and("startsAt", start.toString())
        .and("endsAt", start.plus(LENGTH).toString())
        .and("price", Json.object("kind", "DISCOUNT").and("listPrice", 599).and("amount", 200))
        .and("limit", Json.object("per", "PIN").and("max", LIMIT))
        .and("rate", Json.object("max", 60_000).and("windowSeconds", 60))
        .and("paymentTimeoutSeconds", 1_200);
  }

  private void post(ApiRequest request) {
    client.send(request.as(Identity.operator())).requireSuccess();
  }
}
