package dev.storefront.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.endpoints.Problems;
import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Service;
import dev.storefront.acceptance.suite.WithSuite;
import dev.storefront.acceptance.suite.Work;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each backing server killed while the suite runs, and started again. */
@WithSuite
@Tag("proof")
@Order(4)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {

  private static final Duration READINESS_BOUND = Duration.ofSeconds(30);

  /** The longest way: two seconds for a connection, three for the statement, and what is around. */
  private static final Duration CALL_BOUND = Duration.ofSeconds(6);

  private static final Duration PROBE_BOUND = Duration.ofMillis(1_800);
  private static final Duration RECOVERY_BOUND = Duration.ofMinutes(2);
  private static final int UNAVAILABLE = 503;

  private final RunningSuite suite;
  private final Work work;

  FaultsIT(RunningSuite suite) {
    this.suite = suite;
    this.work = new Work(suite);
  }

  @BeforeAll
  void everything_works_before() {
    work.prepare();
    await().atMost(RECOVERY_BOUND).untilAsserted(work::doAll);
    awaitEveryProbe();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outages")
  void what_needs_a_killed_server_says_so_and_works_again_after_it(Outage outage) {
    Map<String, Long> servicesBefore = serviceProcesses();
    suite.faults().kill(outage.server());
    try {
      await("readiness without " + outage.server())
          .atMost(READINESS_BOUND)
          .untilAsserted(() -> assertReadinessTells(outage));
      assertEveryServiceLives();
      assertKept(outage);
      assertThat(outage.stopped())
          .allSatisfy(
              probe -> await(probe.name()).atMost(READINESS_BOUND).until(() -> !answers(probe)));
      assertKept(outage);
    } finally {
      suite.faults().start(outage.server());
    }
    await().atMost(RECOVERY_BOUND).untilAsserted(this::assertEveryServiceIsReady);
    await().atMost(RECOVERY_BOUND).untilAsserted(work::doAll);
    // A breaker leaves a server alone for two more seconds.
    awaitEveryProbe();
    assertThat(serviceProcesses()).isEqualTo(servicesBefore);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"redis-2", "kafka", "database", "hbase"})
  void nobody_waits_long_for_a_server_that_hangs(String server) {
    suite.faults().pause(server);
    try {
      answeringProbes();
      assertEveryServiceLives();
    } finally {
      suite.faults().resume(server);
    }
    await().atMost(RECOVERY_BOUND).untilAsserted(this::assertEveryServiceIsReady);
    await().atMost(RECOVERY_BOUND).untilAsserted(work::doAll);
  }

  private static Stream<Outage> outages() {
    return Stream.of(
        // The slot of the promotion is there. Those of the group and of the users' segment are on
        // redis-3.
        Outage.ofNode("redis-1", "redis")
            .stops(Probe.GRAB)
            .keeps(
                Probe.SHOW_A_VEHICLE,
                Probe.CHECK_FITMENT,
                Probe.REPORT_A_VIEW,
                Probe.LIST_TAGS_OF_A_USER,
                Probe.QUERY_AN_AUDIENCE),
        Outage.of("kafka", "kafka", EnumSet.complementOf(EnumSet.of(Service.FITMENT)))
            .stops(Probe.REPORT_A_VIEW)
            .keeps(
                Probe.SHOW_A_VEHICLE,
                Probe.PUT_FITMENT,
                Probe.CHECK_FITMENT,
                Probe.LIST_HISTORY,
                Probe.SHOW_A_PROMOTION,
                Probe.LIST_TAGS_OF_A_USER,
                Probe.QUERY_AN_AUDIENCE),
        Outage.of("database", "db", EnumSet.allOf(Service.class))
            .stops(Probe.PUT_FITMENT, Probe.RECONCILE, Probe.LEASE)
            .keeps(
                Probe.CHECK_FITMENT,
                Probe.REPORT_A_VIEW,
                Probe.LIST_HISTORY,
                Probe.GRAB,
                Probe.SHORTEN),
        Outage.of("hbase", "hbase", EnumSet.of(Service.BROWSE_HISTORY, Service.SHORTLINK))
            .stops(Probe.MISS_A_LINK)
            .keeps(
                Probe.PUT_FITMENT,
                Probe.CHECK_FITMENT,
                Probe.REPORT_A_VIEW,
                Probe.LIST_HISTORY,
                Probe.GRAB,
                Probe.SHORTEN,
                Probe.TAG_A_USER,
                Probe.QUERY_AN_AUDIENCE));
  }

  private void awaitEveryProbe() {
    assertThat(Probe.values())
        .allSatisfy(
            probe -> await(probe.name()).atMost(RECOVERY_BOUND).until(() -> answers(probe)));
  }

  /** A server that is well may be late once; what needs the dead one is refused each time. */
  private void assertKept(Outage outage) {
    Set<Probe> refused = EnumSet.copyOf(outage.kept());
    for (int again = 0; again < 3 && !refused.isEmpty(); again++) {
      refused.removeAll(answeringProbes());
    }
    assertThat(refused).isEmpty();
  }

  /** All that succeed, made at once; the others have to be refused honestly and in time. */
  private Set<Probe> answeringProbes() {
    Map<Probe, Reply> replies =
        Arrays.stream(Probe.values())
            .parallel()
            .collect(Collectors.toMap(Function.identity(), this::send));
    replies.entrySet().removeIf(reply -> !succeeds(reply.getKey(), reply.getValue()));
    return replies.keySet();
  }

  private boolean answers(Probe probe) {
    return succeeds(probe, send(probe));
  }

  /** A busy machine is slow now and then; a call that waits for a dead server waits each time. */
  private Reply send(Probe probe) {
    Reply reply = probe.send(suite);
    for (int again = 0; again < 2 && reply.took().compareTo(CALL_BOUND) >= 0; again++) {
      reply = probe.send(suite);
    }
    return reply;
  }

  /** True for a success, false for an honest "not now"; in time in any case. */
  private static boolean succeeds(Probe probe, Reply reply) {
    assertThat(reply.took()).as("%s: %s", probe, reply).isLessThan(CALL_BOUND);
    if (reply.status() == UNAVAILABLE) {
      Problems.assertProblem(reply, UNAVAILABLE, "unavailable");
      return false;
    }
    assertThat(probe.isAnsweredBy(reply)).as("%s: %s", probe, reply).isTrue();
    return true;
  }

  private void assertReadinessTells(Outage outage) {
    for (Service service : Service.values()) {
      Reply readiness = suite.send(service, Call.of("GET", "/actuator/health/readiness"));
      assertThat(readiness.took()).as("%s: %s", service, readiness).isLessThan(PROBE_BOUND);
      boolean affected = outage.affected().contains(service);
      assertThat(readiness.status())
          .as("%s: %s", service, readiness)
          .isEqualTo(affected && outage.status().equals("DOWN") ? UNAVAILABLE : 200);
      if (affected) {
        assertThat(readiness.text("/components/" + outage.component() + "/status"))
            .as("%s in readiness of %s: %s", outage.component(), service, readiness)
            .isEqualTo(outage.status());
      }
      Reply serving = suite.send(service, Call.of("GET", "/actuator/health/serving"));
      assertThat(serving.status()).as("%s goes on: %s", service, serving).isEqualTo(200);
    }
  }

  private void assertEveryServiceIsReady() {
    assertHealth("readiness");
  }

  private void assertEveryServiceLives() {
    assertHealth("liveness");
  }

  private void assertHealth(String group) {
    for (Service service : Service.values()) {
      Reply health = suite.send(service, Call.of("GET", "/actuator/health/" + group));
      assertThat(health.status()).as("%s of %s: %s", group, service, health).isEqualTo(200);
      assertThat(health.body()).as("%s of %s", group, service).doesNotContain("PARTIAL");
    }
  }

  private Map<String, Long> serviceProcesses() {
    Set<String> services =
        Arrays.stream(Service.values()).map(Service::toString).collect(Collectors.toSet());
    Map<String, Long> processes = suite.processes();
    processes.keySet().retainAll(services);
    return processes;
  }
}
