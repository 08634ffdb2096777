package dev.storefront.acceptance.fitment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.fitment.PlannedSku.Role;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.WithSuite;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.suite.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** The proof of fitment-service in small, and that it finds what is wrong. */
@WithSuite
@Tag("proof")
@Order(4)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FitmentProofIT {

  private final Trial trial;

  FitmentProofIT(RunningSuite suite) {
    this.trial = new Trial(ProofSize.SHORT, ServiceUnderTest.in(suite.home(), ProjectRoot.find()));
  }

  @Test
  @Order(1)
  void every_answer_is_right_after_writes_moves_a_rebuild_and_kills() throws Exception {
    new FitmentProof(trial).run();

    System.out.println(trial.journal().table());
    assertThat(trial.findings().first()).isEmpty();
  }

  @Test
  @Order(2)
  void a_wrong_pair_in_the_model_is_found_by_lists_and_by_checks() throws IOException {
    long sku = quiet(1).id();
    Fits one = Fits.of(IntStream.of(notFitting(sku)));
    long before = trial.findings().count();

    trial.model().certain(sku, Change.patch(one, Fits.NONE));
    assertThat(new ListComparison(trial).isRight(sku, Fits.NONE)).isFalse();
    assertThat(new CheckComparison(trial).wrong(List.of(sku))).hasSize(1);
    assertThat(trial.findings().count()).isEqualTo(before + 1);

    trial.model().certain(sku, Change.patch(Fits.NONE, one));
    assertThat(new ListComparison(trial).isRight(sku, Fits.NONE)).isTrue();
    assertThat(new CheckComparison(trial).wrong(List.of(sku))).isEmpty();
  }

  @Test
  @Order(3)
  void an_older_segment_in_Redis_is_found_by_checks_and_by_the_consistency_check()
      throws IOException {
    long sku = quiet(2).id();
    int vehicle = notFitting(sku);
    String keys = trial.model().of(sku).orElseThrow().group().keys();
    try (RedisKeys redis = new RedisKeys(trial.service().redisPorts())) {
      Map<String, byte[]> older = redis.copy(keys + "*:");
      Object body = Json.object("add", new int[] {vehicle}).and("remove", new int[0]);
      assertThat(trial.api().write("PATCH", sku, body)).isEqualTo(200);
      trial.model().certain(sku, Change.patch(Fits.of(IntStream.of(vehicle)), Fits.NONE));
      redis.restore(older);
    }
    assertThat(new ListComparison(trial).isRight(sku, Fits.NONE)).isTrue();
    assertThat(new CheckComparison(trial).wrong(List.of(sku))).isNotEmpty();
    JsonNode repaired = new Consistency(trial).check(true);
    assertThat(repaired.path("repaired").asLong()).as("%s", repaired).isEqualTo(1);
    assertThat(new CheckComparison(trial).wrong(List.of(sku))).isEmpty();
  }

  /** A SKU that is not universal and fits few. */
  private PlannedSku quiet(int number) {
    return trial.load().skus(Role.QUIET).stream()
        .filter(sku -> !trial.load().imported(sku).universal())
        .skip(100L * number)
        .findFirst()
        .orElseThrow();
  }

  private int notFitting(long sku) {
    Fits fits = trial.model().of(sku).orElseThrow().vehicles();
    int fitting = fits.id(0);
    return trial
        .load()
        .vehicles()
        .all()
        .ids()
        .filter(id -> id > fitting && !fits.contains(id))
        .findFirst()
        .orElseThrow();
  }
}
