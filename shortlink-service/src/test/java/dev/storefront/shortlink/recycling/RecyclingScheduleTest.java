package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkApplication;
import dev.storefront.shortlink.code.Tier;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** Two instances, in a namespace of their own. What is handed out in tier 5 is due after 2 s. */
@WithBackends(database = "shortlink", namespace = "schedule")
@NotOnSharedServers
@TestPropertySource(properties = "storefront.shortlink.recycling.quarantine=1d")
class RecyclingScheduleTest extends RecyclingRuns {

  private static final String REDIS = "redis-1";
  private static final Duration TIER_FIVE = Duration.ofSeconds(2);

  @Autowired RecyclingSchedule schedule;
  @Autowired Candidates candidates;
  @Autowired RedisMemory memory;
  @Autowired Switches switches;
  @Autowired MeterRegistry meters;
  @Autowired Environment environment;

  private final Faults faults = TestBackends.shared().faults();
  private SecondInstance other;
  private ConfigurationCentre centre;

  @BeforeEach
  void start() {
    centre = ConfigurationCentre.of(environment);
    other =
        SecondInstance.start(
            ShortLinkApplication.class,
            environment,
            setting("storefront.hbase.zookeeper"),
            setting("storefront.switches.kept-in"),
            setting("storefront.shortlink.recycling.quarantine"));
  }

  private String setting(String name) {
    return name + "=" + environment.getRequiredProperty(name);
  }

  @AfterEach
  void stop() {
    faults.resume(REDIS);
    other.close();
    centre.close();
  }

  @Test
  void two_instances_order_one_run_of_a_tier_when_something_is_due_and_then_none_for_a_time()
      throws Exception {
    bothLook();
    assertThat(runs()).as("nothing is due").isEmpty();
    assertThat(gauge("overdue", 5)).isZero();

    makeSomethingDue();
    bothLookUntil(() -> gauge("overdue", 5) > 0);
    assertThat(runs()).as("switched off").isEmpty();

    switchTo("true");
    bothLookUntil(() -> !runs().isEmpty());
    assertThat(runs()).hasSize(1);
    assertThat(runs().get(0).at("/tier").asInt()).isEqualTo(5);
    assertThat(runs().get(0).at("/scheduled").asBoolean()).isTrue();
    String run = newest();
    await().atMost(SOON).until(() -> "QUARANTINE".equals(runs().get(0).at("/phase").asText()));
    // Nothing is due any more.
    bothLookUntil(() -> gauge("overdue", 5) == 0);
    assertThat(gauge("overdue", 6)).isZero();

    makeSomethingDue();
    age(run);
    bothLook();
    assertThat(runs()).as("the last one is not over").hasSize(1);
    endQuarantine(run);
    bothLook();
    assertThat(runs()).as("the last one was just now").hasSize(1);
    age(run);
    bothLookUntil(() -> runs().size() > 1);
    assertThat(runs()).as("what was missed is caught up with").hasSize(2);
    endQuarantine(newest());

    makeSomethingDue();
    age(run);
    age(newest());
    forgetCanaries();
    schedule.look();
    assertThat(runs()).as("Redis is not believed").hasSize(2);
    assertThat(gauge("overdue", 5)).isNaN();
    switchTo("false");
    redis.delete(memory.key(0));
    await().atMost(SOON).until(this::isRedisBelieved);
    bothLook();
    assertThat(runs()).as("switched off").hasSize(2);
    switchTo("true");
    bothLookUntil(() -> runs().size() > 2);
    assertThat(runs()).hasSize(3);

    endQuarantine(newest());
    makeSomethingDue();
    nobodyKnowsWhileRedisIsAway();
  }

  private void nobodyKnowsWhileRedisIsAway() {
    bothLookUntil(() -> gauge("overdue", 5) > 0);
    faults.pause(REDIS);
    schedule.look();
    assertThat(gauge("overdue", 5)).isNaN();
    faults.resume(REDIS);
    await()
        .atMost(SOON)
        .until(
            () -> {
              schedule.look();
              return gauge("overdue", 5) > 0;
            });
  }

  private void makeSomethingDue() {
    Reply lease = lease(app(), unique(), 5, 1000).isOk();
    send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    await()
        .atMost(SOON)
        .until(
            () ->
                candidates.firstDue(Tier.FIVE).filter(Instant.now()::isAfter).isPresent()
                    && isRedisBelieved());
  }

  /** False, too, while it does not answer. */
  private boolean isRedisBelieved() {
    try {
      return memory.doubtOver(TIER_FIVE).isEmpty();
    } catch (BackendUnavailableException e) {
      return false;
    }
  }

  /** A look that some server does not answer in time finds nothing out, and orders nothing. */
  private void bothLookUntil(BooleanSupplier seen) {
    await()
        .atMost(SOON)
        .until(
            () -> {
              bothLook();
              return seen.getAsBoolean();
            });
  }

  /** Again and again, both at once. */
  private void bothLook() {
    RecyclingSchedule theOther = other.bean(RecyclingSchedule.class);
    Stream.of(schedule, theOther)
        .parallel()
        .forEach(each -> IntStream.range(0, 10).forEach(n -> each.look()));
  }

  /** As if it had been long ago. */
  private void age(String run) {
    jdbc.sql(
            "UPDATE run SET created_at = created_at - 86400000, finished_at = finished_at -"
                + " 86400000 WHERE id = ?")
        .param(run)
        .update();
  }

  private String newest() {
    return runs().get(0).at("/id").asString();
  }

  private List<JsonNode> runs() {
    return send("GET", "/api/v1/recycling-runs", operator(), null)
        .at("/items")
        .valueStream()
        .toList();
  }

  private double gauge(String what, int letters) {
    return meters
        .get("storefront.shortlink.recycling." + what)
        .tag("tier", "" + letters)
        .gauge()
        .value();
  }

  /**
   * Each is set anew, to now, but for one: to a time that has yet to come, so that Redis is not
   * believed before that one is deleted, however slow the machine is.
   */
  private void forgetCanaries() {
    long before = System.currentTimeMillis();
    List<String> canaries = IntStream.range(0, RedisMemory.CANARIES).mapToObj(memory::key).toList();
    long ahead = before + Duration.ofHours(1).toMillis();
    redis.opsForValue().set(canaries.get(0), Long.toString(ahead));
    canaries.stream().skip(1).forEach(redis::delete);
    await()
        .atMost(SOON)
        .until(
            () -> {
              memory.keepCanaries();
              return canaries.stream().allMatch(canary -> isSetSince(before, canary));
            });
  }

  private boolean isSetSince(long time, String canary) {
    String since = redis.opsForValue().get(canary);
    return since != null && Long.parseLong(since) >= time;
  }

  /** As operators do, and until both have heard of it. */
  private void switchTo(String text) {
    centre.set("scheduled-recycling", text);
    await()
        .atMost(SOON)
        .until(
            () ->
                Stream.of(switches, other.bean(Switches.class))
                    .flatMap(each -> each.all().stream())
                    .filter(each -> each.key().equals("scheduled-recycling"))
                    .allMatch(each -> each.get().toString().equals(text)));
  }
}
