package dev.storefront.fitment.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Several operators who want the same at the same moment. */
@FitmentServiceTest
class OneRunAtATimeTest {

  private static final int OPERATORS = 8;
  private static final int ROUNDS = 3;

  @LocalServerPort int port;
  FitmentApi api;
  ExecutorService operators;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    operators = Executors.newFixedThreadPool(OPERATORS);
  }

  @AfterEach
  void end() {
    operators.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/fitment/rebuilds", "/api/v1/fitment/consistency-checks"})
  void no_run_starts_before_the_last_one_of_its_task_is_done(String path) throws Exception {
    List<Long> started = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<Long> now = startAtOnce(path);
      assertThat(now).isNotEmpty();
      now.forEach(id -> await().atMost(Duration.ofMinutes(2)).until(() -> isDone(path, id)));
      started.addAll(now);
    }

    Collections.sort(started);
    for (int i = 1; i < started.size(); i++) {
      Instant before = Instant.parse(run(path, started.get(i - 1)).path("finishedAt").asString());
      Instant begun = Instant.parse(run(path, started.get(i)).path("startedAt").asString());
      assertThat(begun).isAfterOrEqualTo(before);
    }
  }

  /** The ids of the runs that were accepted. */
  private List<Long> startAtOnce(String path) throws Exception {
    CyclicBarrier together = new CyclicBarrier(OPERATORS);
    Callable<Reply> start =
        () -> {
          together.await();
          return api.postAsOperator(path, Map.of());
        };
    List<Long> ids = new ArrayList<>();
    for (Future<Reply> future : operators.invokeAll(Collections.nCopies(OPERATORS, start))) {
      Reply reply = future.get();
      if (reply.status() == 202) {
        ids.add(reply.json().path("id").longValue());
      } else {
        reply.expect(409, "already-running");
      }
    }
    return ids;
  }

  private boolean isDone(String path, long id) {
    return run(path, id).path("state").asString().equals("DONE");
  }

  private JsonNode run(String path, long id) {
    return api.getAsOperator(path + "/" + id).isOk().json();
  }
}
