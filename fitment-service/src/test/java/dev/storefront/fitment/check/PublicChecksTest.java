package dev.storefront.fitment.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.localstack.testing.WithBackends;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/**
 * Whoever asks for what is not there reaches MySQL now and then only, and not as often as he likes.
 */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "fitment", namespace = "anybody")
@TestPropertySource(
    properties = {
      "storefront.fitment.near-cache.max-age=1m",
      "storefront.trusted-proxies=127.0.0.1",
      "storefront.fitment.imports.folder=target/imports-anybody"
    })
class PublicChecksTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int VEHICLE = 1_000_000;
  private static final List<Long> UNKNOWN = LongStream.range(1, 900).boxed().toList();

  @LocalServerPort int port;
  @Autowired Environment environment;
  @Autowired JdbcClient db;
  @Autowired BulkheadRegistry bulkheads;

  /** Who asked for the first time is let in. */
  private int lastClient;

  private final ExecutorService callers = Executors.newFixedThreadPool(16);
  FitmentApi api;

  @AfterEach
  void end() {
    callers.shutdownNow();
  }

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 2);
  }

  @Test
  void unknown_skus_do_not_reach_mysql_each_time_and_show_once_they_are_written() throws Exception {
    api.check(List.of(VEHICLE), UNKNOWN).isOk();
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES sku WRITE");
      // Longer than what is not there was remembered for once.
      await()
          .atMost(LONG)
          .during(Duration.ofSeconds(2))
          .untilAsserted(
              () ->
                  assertThat(FitmentApi.answers(api.check(List.of(VEHICLE), UNKNOWN).isOk()))
                      .hasSize(UNKNOWN.size())
                      .allMatch(answer -> answer.endsWith(" UNKNOWN 0")));
      statement.execute("UNLOCK TABLES");
    }
    api.putSelf(7, 7, VEHICLE).isOk();
    assertThat(api.checked(List.of(VEHICLE), 7L, 8L)).containsExactly("7 KNOWN 1", "8 UNKNOWN 0");
  }

  @Test
  void ids_of_no_vehicle_do_not_reach_the_table_of_vehicles_and_new_ones_show() throws Exception {
    api.check(List.of(9_999_999), List.of(1L)).expect(400, "unknown-vehicle");
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES vehicle WRITE");
      for (int id = 9_000_001; id < 9_000_020; id++) {
        api.check(List.of(VEHICLE, id), List.of(1L)).expect(400, "unknown-vehicle");
      }
      statement.execute("UNLOCK TABLES");
    }
    api.haveVehicles(9_000_001, 1);
    api.check(List.of(9_000_001), List.of(1L)).isOk();
    await().until(() -> api.get("/api/v1/vehicles/9000001/skus?groupId=1").status() == 200);
  }

  @Test
  void ids_of_no_vehicle_wait_for_one_question_to_mysql_that_takes_long() throws Exception {
    api.check(List.of(9_999_999), List.of(1L)).expect(400, "unknown-vehicle");
    List<CompletableFuture<Reply>> asked = new ArrayList<>();
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES vehicle WRITE, vehicle_offset_counter WRITE");
      // For a moment the answer to the last question counts.
      await()
          .atMost(LONG)
          .until(
              () -> {
                asked.add(checkUnknown(9_000_101));
                return waiting("%FROM vehicle_offset_counter%") > 0;
              });
      for (int id = 9_000_102; id < 9_000_113; id++) {
        asked.add(checkUnknown(id));
      }
      // The one that waits asks whether there are new ones.
      assertThat(mostWaiting("%FROM vehicle WHERE vehicle_id IN%", asked, 0, 1)).isZero();
      statement.execute("UNLOCK TABLES");
    }
    asked.forEach(reply -> assertThat(reply.join().status()).isIn(400, 503));
    awaitAnswer(() -> api.check(List.of(VEHICLE, 9_000_101), List.of(1L)), 400);
  }

  private CompletableFuture<Reply> checkUnknown(int vehicle) {
    return async(() -> api.check(List.of(VEHICLE, vehicle), List.of(1L)));
  }

  @Test
  void no_client_has_all_of_what_checks_may_ask_of_mysql() throws Exception {
    List<CompletableFuture<Reply>> asked = new ArrayList<>();
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES sku WRITE");
      for (long sku = 20_001; sku <= 20_012; sku++) {
        asked.add(checkFrom("203.0.113.1", sku));
      }
      // The others were told after a moment that nobody knows.
      assertThat(mostWaiting("%place FROM sku WHERE sku_id IN%", asked, 4, 4)).isEqualTo(4);
      statement.execute("UNLOCK TABLES");
    }
    asked.forEach(reply -> assertThat(reply.join().status()).isIn(200, 503));
    awaitAnswer(() -> checkFrom("203.0.113.2", 20_001).join(), 200);
  }

  @Test
  void a_check_answers_without_notes_and_says_so_while_mysql_does_not_tell_them() throws Exception {
    api.put(
            30_001,
            "{\"kind\":\"SELF\",\"mainSkuId\":30001,\"vehicleIds\":[1000000],"
                + "\"notes\":[{\"text\":\"front\"}]}")
        .isOk();
    String with =
        "{\"results\":[{\"skuId\":30001,\"status\":\"KNOWN\",\"fits\":[true],"
            + "\"notes\":[[{\"text\":\"front\"}]]}]}";
    String without =
        "{\"results\":[{\"skuId\":30001,\"status\":\"KNOWN\",\"fits\":[true],"
            + "\"notes\":[[]],\"notesLeftOut\":true}]}";
    assertThat(withNotes().isOk().json()).hasToString(with);
    List<CompletableFuture<Reply>> asked = new ArrayList<>();
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES sku_note WRITE, sku_note_range WRITE");
      for (int i = 0; i < 8; i++) {
        asked.add(async(this::withNotes));
      }
      assertThat(mostWaiting("%sku_note%", asked, 2, 2)).isEqualTo(2);
      // What is not about notes does not wait for them.
      assertThat(api.checked(List.of(VEHICLE), 30_002L)).containsExactly("30002 UNKNOWN 0");
      statement.execute("UNLOCK TABLES");
    }
    assertThat(asked.stream().map(reply -> reply.join().isOk().json().toString()))
        .contains(without)
        .isSubsetOf(with, without);
    await().atMost(LONG).until(() -> withNotes().isOk().json().toString().equals(with));
  }

  private Reply withNotes() {
    return api.post(
        "/api/v1/fitment/check",
        Map.of("vehicleIds", List.of(VEHICLE), "skuIds", List.of(30_001), "notes", true));
  }

  @Test
  void what_anybody_reads_from_mysql_is_refused_while_many_wait_for_it_and_checks_go_on() {
    api.putSelf(40_001, 40_001, VEHICLE).isOk();
    List<String> readers =
        List.of(
            "/api/v1/vehicles",
            "/api/v1/vehicles/" + VEHICLE,
            "/api/v1/skus/40001/vehicles",
            "/api/v1/vehicles/" + VEHICLE + "/skus?groupId=40001");
    readers.forEach(path -> api.get(path).isOk());
    Bulkhead reads = bulkheads.bulkhead("mysql reads");
    int waiting = 0;
    try {
      while (reads.tryAcquirePermission()) {
        waiting++;
      }
      readers.forEach(path -> api.get(path).expect(503, "unavailable"));
      assertThat(api.checked(List.of(VEHICLE), 40_001L)).containsExactly("40001 KNOWN 1");
    } finally {
      for (int i = 0; i < waiting; i++) {
        reads.releasePermission();
      }
    }
    assertThat(waiting).isEqualTo(24);
    readers.forEach(path -> api.get(path).isOk());
  }

  private CompletableFuture<Reply> checkFrom(String address, long sku) {
    return async(
        () ->
            api.send(
                api.json("/api/v1/fitment/check", null)
                    .header("X-Forwarded-For", address)
                    .POST(
                        HttpCalls.json(
                            Map.of("vehicleIds", List.of(VEHICLE), "skuIds", List.of(sku))))));
  }

  private CompletableFuture<Reply> async(Supplier<Reply> call) {
    return CompletableFuture.supplyAsync(call, callers);
  }

  /**
   * Looks at MySQL until all calls but the last ones have been answered.
   *
   * @param least so many calls wait there at a time at least
   * @return the most that did
   */
  private int mostWaiting(
      String statement, List<CompletableFuture<Reply>> calls, int least, int last) {
    AtomicInteger most = new AtomicInteger();
    await()
        .atMost(LONG)
        .until(
            () -> {
              most.accumulateAndGet((int) waiting(statement), Math::max);
              return most.get() >= least
                  && calls.stream().filter(CompletableFuture::isDone).count()
                      >= calls.size() - last;
            });
    return most.get();
  }

  private long waiting(String statement) {
    return db.sql(
            "SELECT COUNT(*) FROM information_schema.processlist"
                + " WHERE info LIKE ? AND state LIKE 'Waiting for table%'")
        .param(statement)
        .query(Long.class)
        .single();
  }

  private static void awaitAnswer(Supplier<Reply> call, int status) {
    await().atMost(LONG).until(() -> call.get().status() == status);
  }

  @Test
  void a_client_that_asks_too_often_is_told_to_wait() throws Exception {
    try (ConfigurationCentre operator = ConfigurationCentre.of(environment)) {
      operator.set("rate-limit-client", "1");
      try {
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> api.check(List.of(VEHICLE), List.of(1L)), reply -> reply.status() == 429);
        Reply refused =
            await()
                .until(
                    () -> api.get("/api/v1/vehicles/1000000/skus?groupId=1"),
                    reply -> reply.status() == 429);
        refused.expect(429, "rate-limited");
        await()
            .until(
                () -> api.post("/api/v1/fitment/check", "no check"),
                reply -> reply.status() == 429);
        assertThat(refused.at("/dimension").asString()).isEqualTo("client");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        awaitAnswer(() -> checkFrom("203.0.113.1", 1).join(), 429);
        await().atMost(LONG).until(this::areOthersAnswered);
      } finally {
        operator.remove("rate-limit-client");
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () ->
                  LongStream.range(0, 20)
                      .allMatch(i -> api.check(List.of(VEHICLE), List.of(1L)).status() == 200));
    }
  }

  /**
   * One call of each of some clients, within fewer seconds than there are of them: were they
   * counted together, some would be refused. False on a machine that is too slow for that.
   */
  private boolean areOthersAnswered() {
    int calls = 10;
    long begun = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      checkFrom("198.51.100." + ++lastClient, 1).join().isOk();
    }
    return System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(calls / 2);
  }

  private Connection database() throws Exception {
    return DriverManager.getConnection(
        environment.getRequiredProperty("spring.datasource.url"),
        environment.getRequiredProperty("spring.datasource.username"),
        environment.getRequiredProperty("spring.datasource.password"));
  }
}
