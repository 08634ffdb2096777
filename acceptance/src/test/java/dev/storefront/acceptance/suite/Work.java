package dev.storefront.acceptance.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The main job of each service, from one end to the other, the way through Kafka and into the
 * database included. Each call works on things of its own, so that it can be repeated.
 */
public final class Work {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final long PROMOTION = 990_001;
  private static final int CLOSED = 503;

  // Apart from what an earlier run on the same data has made.
  private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis());

  private final RunningSuite suite;

  public Work(RunningSuite suite) {
    this.suite = suite;
  }

  /** Makes the vehicle, the SKU, the promotion and the tag that the jobs and samples name. */
  public void prepare() {
    String vehicle = "vehicleId,make,model,year,trim\n1000001,Toyota,Camry,2020,LE\n";
    operator(Service.FITMENT, Call.of("POST", "/api/v1/vehicles/import").text("text/csv", vehicle));
    putFitment(9101);
    operator(
        Service.USER_TAG,
        Call.of("PUT", "/api/v1/tags/acceptance").json("{\"description\": \"For tests\"}"));
    String promotion = "/api/v1/promotions/" + PROMOTION;
    if (suite.send(Service.FLASH_SALE, Call.of("GET", promotion)).status() == 404) {
      operator(Service.FLASH_SALE, Call.of("POST", "/api/v1/promotions").json(promotion()));
      operator(Service.FLASH_SALE, Call.of("POST", promotion + "/approve"));
    }
  }

  private static String promotion() {
    return """
    {"promotionId": %d, "type": 1, "skuId": 42, "quota": 1000000,
     "startsAt": "2020-01-01T00:00:00Z", "endsAt": "2099-01-01T00:00:00Z",
     "price": {"kind": "FIXED", "listPrice": 100, "amount": 60},
     "limit": {"per": "NONE"},
     "rate": {"max": 1000000, "windowSeconds": 1}, "paymentTimeoutSeconds": 86400}\
    """
        .formatted(PROMOTION);
  }

  /** All five jobs. */
  public void doAll() {
    sayWhatFits();
    rememberAView();
    sellAndBook();
    shortenAndFollow();
    tagAndCount();
  }

  /** A SKU's new fitment shows in the check. */
  private void sayWhatFits() {
    long sku = IDS.incrementAndGet();
    putFitment(sku);
    String check = "{\"vehicleIds\": [1000001], \"skuIds\": [%d]}".formatted(sku);
    eventually(
        () -> suite.send(Service.FITMENT, Call.of("POST", "/api/v1/fitment/check").json(check)),
        "/results/0/status",
        "KNOWN");
  }

  private void putFitment(long sku) {
    String body = "{\"kind\": \"POP\", \"spuId\": 91, \"vendorId\": 5, \"vehicleIds\": [1000001]}";
    operator(Service.FITMENT, Call.of("PUT", "/api/v1/skus/" + sku + "/fitment").json(body));
  }

  /** A page view comes through Kafka into the history. */
  private void rememberAView() {
    String sku = Long.toString(IDS.incrementAndGet());
    String view = "{\"skuId\": %s}".formatted(sku);
    user(Service.BROWSE_HISTORY, Call.of("POST", "/api/v1/page-views").json(view));
    eventually(
        () -> user(Service.BROWSE_HISTORY, Call.of("GET", "/api/v1/history?limit=1")),
        "/items/0/skuId",
        sku);
  }

  /**
   * Returns once the sale is open: after Redis started from its files, what was sold is counted
   * again first, and grabs are 503 {@code recovering} meanwhile.
   */
  public void awaitSale() {
    Call grab = grab("acceptance-" + IDS.incrementAndGet());
    await()
        .atMost(SOON)
        .until(() -> suite.send(Service.FLASH_SALE, Scope.USER, grab).status() != CLOSED);
  }

  private static Call grab(String order) {
    return Call.of("POST", "/api/v1/grabs")
        .json(
            "{\"orderId\": \"%s\", \"items\": [{\"promotionId\": %d, \"quantity\": 1}]}"
                .formatted(order, PROMOTION));
  }

  /** A grab is booked: Redis and the ledger in MySQL tell the same. */
  private void sellAndBook() {
    String order = "acceptance-" + IDS.incrementAndGet();
    user(Service.FLASH_SALE, grab(order));
    user(Service.FLASH_SALE, Call.of("GET", "/api/v1/grabs/" + order));
    String reconciliation = "/api/v1/reconciliation?promotionId=" + PROMOTION;
    eventually(
        () -> operator(Service.FLASH_SALE, Call.of("GET", reconciliation)), "/difference", "0");
  }

  /** A new link leads to its target. */
  private void shortenAndFollow() {
    String target = "https://shop.example/p/" + IDS.incrementAndGet();
    String link = "{\"url\": \"%s\"}".formatted(target);
    Reply created = operator(Service.SHORTLINK, Call.of("POST", "/api/v1/links").json(link));
    Reply followed = suite.send(Service.SHORTLINK, Call.of("GET", "/" + created.text("/code")));
    assertThat(followed.status()).as("%s", followed).isEqualTo(302);
    assertThat(followed.header("Location")).isEqualTo(target);
  }

  /** A user's new tag shows at the user and in the audience. */
  private void tagAndCount() {
    String tag = "/api/v1/users/user-%d/tags/acceptance".formatted(IDS.incrementAndGet());
    operator(Service.USER_TAG, Call.of("PUT", tag));
    eventually(() -> operator(Service.USER_TAG, Call.of("GET", tag)), "/tagged", "true");
    operator(
        Service.USER_TAG,
        Call.of("POST", "/api/v1/audiences/count").json("{\"expression\": \"acceptance\"}"));
  }

  private Reply operator(Service service, Call call) {
    return succeeds(suite.send(service, Scope.OPERATOR, call));
  }

  private Reply user(Service service, Call call) {
    return succeeds(suite.send(service, Scope.USER, call));
  }

  private static Reply succeeds(Reply reply) {
    assertThat(reply.status()).as("%s", reply).isBetween(200, 299);
    return reply;
  }

  private static void eventually(Supplier<Reply> call, String pointer, String value) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              Reply reply = call.get();
              assertThat(reply.text(pointer)).as("%s of %s", pointer, reply).isEqualTo(value);
            });
  }
}
