package dev.storefront.fitment.sku;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids 6000000-6999999 and SKUs 6000000-6999999 are this class's. */
@FitmentServiceTest
class ConcurrentWritesTest {

  private static final int WRITERS = 12;
  private static final int WRITES = 20;

  @LocalServerPort int port;
  FitmentApi api;
  ExecutorService writers;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(6_000_000, WRITERS * WRITES);
    writers = Executors.newFixedThreadPool(WRITERS);
  }

  @AfterEach
  void end() {
    writers.shutdownNow();
  }

  @Test
  void changes_of_one_sku_by_many_writers_do_not_lose_each_other() throws Exception {
    api.putSelf(6_000_001, 6_000_000).isOk();
    List<Callable<Reply>> changes = new ArrayList<>();
    for (int i = 0; i < WRITERS * WRITES; i++) {
      int vehicle = 6_000_000 + i;
      changes.add(() -> api.patch(6_000_001, List.of(vehicle), List.of()));
    }

    all(changes);

    List<Integer> vehicles =
        IntStream.range(6_000_000, 6_000_000 + WRITERS * WRITES).boxed().toList();
    assertThat(api.get("/api/v1/skus/6000001/vehicles?limit=1000").json().path("items").size())
        .isEqualTo(vehicles.size());
    for (int from = 0; from < vehicles.size(); from += 20) {
      assertThat(api.checked(vehicles.subList(from, from + 20), 6_000_001L))
          .containsExactly("6000001 KNOWN " + "1".repeat(20));
    }
  }

  @Test
  void after_puts_of_changing_groups_redis_says_what_MySQL_says() throws Exception {
    List<Callable<Reply>> puts = new ArrayList<>();
    for (int i = 0; i < WRITERS * WRITES; i++) {
      int vehicle = 6_000_000 + i;
      long group = 6_000_100 + i % 3;
      puts.add(() -> api.putSelf(6_000_011, group, vehicle));
    }

    List<Reply> replies = all(puts);

    Reply last =
        replies.stream()
            .max(Comparator.comparing(reply -> reply.json().path("version").intValue()))
            .orElseThrow();
    assertThat(last.json().path("version").intValue()).isGreaterThanOrEqualTo(WRITERS * WRITES);
    JsonNode listed = api.get("/api/v1/skus/6000011/vehicles").isOk().json().path("items");
    assertThat(listed.size()).isEqualTo(1);
    int vehicle = listed.at("/0/vehicleId").intValue();
    assertThat(fittingOf(6_000_011)).containsExactly(vehicle);
    long group = last.json().path("groupId").longValue();
    for (long other = 6_000_100; other < 6_000_103; other++) {
      int found =
          api.get("/api/v1/vehicles/" + vehicle + "/skus?groupId=" + other)
              .json()
              .path("items")
              .size();
      assertThat(found).isEqualTo(other == group ? 1 : 0);
    }
    assertThat(differingGroups()).doesNotContain(6_000_100L, 6_000_101L, 6_000_102L);
  }

  /** Those of all vehicles that were ever put that the SKU fits by a check, which Redis answers. */
  private List<Integer> fittingOf(long sku) {
    List<Integer> fitting = new ArrayList<>();
    for (int from = 6_000_000; from < 6_000_000 + WRITERS * WRITES; from += 20) {
      List<Integer> some = IntStream.range(from, from + 20).boxed().toList();
      JsonNode fits = api.check(some, List.of(sku)).isOk().json().at("/results/0/fits");
      IntStream.range(0, 20)
          .filter(i -> fits.path(i).booleanValue())
          .forEach(i -> fitting.add(some.get(i)));
    }
    return fitting;
  }

  /** The groups whose shelves are other in Redis than in MySQL, byte by byte. */
  private List<Long> differingGroups() {
    String path = "/api/v1/fitment/consistency-checks";
    Reply started = api.postAsOperator(path, Map.of());
    assertThat(started.status()).as("%s", started.json()).isEqualTo(202);
    String check = path + "/" + started.json().path("id").longValue();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> api.getAsOperator(check).json().path("state").asString().equals("DONE"));
    JsonNode found = api.getAsOperator(check).isOk().json();
    assertThat(found.path("unreached").longValue()).isZero();
    assertThat(found.path("differing").longValue()).isLessThan(100);
    return found.path("differences").valueStream().map(d -> d.path("groupId").longValue()).toList();
  }

  private List<Reply> all(List<Callable<Reply>> calls) throws Exception {
    List<Callable<Reply>> patient =
        calls.stream().<Callable<Reply>>map(call -> () -> untilDone(call)).toList();
    List<Reply> replies = new ArrayList<>();
    for (Future<Reply> reply : writers.invokeAll(patient)) {
      replies.add(reply.get().isOk());
    }
    return replies;
  }

  /** Writes as an operator does: who waits too long for a SKU's other writers comes again. */
  private static Reply untilDone(Callable<Reply> call) throws Exception {
    Reply reply = call.call();
    for (int again = 0; again < 50 && reply.status() == 503; again++) {
      reply = call.call();
    }
    return reply;
  }
}
