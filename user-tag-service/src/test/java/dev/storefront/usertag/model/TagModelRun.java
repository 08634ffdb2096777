package dev.storefront.usertag.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.ModelRounds;
import dev.storefront.common.testing.ModelRounds.Played;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.UserTagApplication;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * The long run: {@code acceptance/user-tag-model --seed 1 --minutes 20}. No test of the build; its
 * name keeps it out. Two instances, one of which can be killed, and a Redis Cluster with replicas.
 */
@WithBackends(database = "user_tag", namespace = "modelrun")
@WithOwnRedis
@TestPropertySource(properties = "storefront.runs.lease=2s")
class TagModelRun extends ModelledTags {

  private static final List<String> SHARED =
      List.of(
          "storefront.switches.kept-in",
          "storefront.usertag.segment-bits",
          "storefront.usertag.upkeep-interval",
          "storefront.usertag.check-look",
          "storefront.usertag.check-pauses",
          "storefront.runs.lease");
  private static final Duration ACTING = Duration.ofSeconds(8);
  private static final Duration TAKE_OVER = Duration.ofSeconds(12);
  private static final List<String> SERVERS = List.of("kafka", "database");
  private static final List<String> COLUMNS =
      List.of("fault", "answers", "without one", "transitions told so far", "fall-backs found");

  @Autowired private MeterRegistry meters;
  @Autowired private OwnRedis cluster;

  private final Faults faults = TestBackends.shared().faults();
  private volatile @Nullable ServiceProcess second;

  /** What goes wrong in a round. */
  private enum Fault {
    SERVICE("one of two instances is killed, and started again"),
    LAG("a Redis primary is killed, a replica that lags takes over"),
    DATABASE("MariaDB is killed or stopped, and goes on"),
    OLD("a Redis primary and its replica are killed, and start from older files"),
    KAFKA("Kafka is killed or stopped, and goes on"),
    NONE("none");

    private final String words;

    Fault(String words) {
      this.words = words;
    }
  }

  @Override
  List<Api> instances() {
    ServiceProcess other = second;
    Api own = new Api(port);
    return other == null ? List.of(own) : List.of(own, new Api(other.port()));
  }

  @Test
  void all_that_is_said_agrees_with_sets_whatever_fails() throws Exception {
    ModelRounds rounds = new ModelRounds("user-tag-model", COLUMNS);
    try {
      second = startSecond();
      begin();
      rounds.play(this::play);
    } finally {
      endSecond();
    }
    assertThat(questions.violations()).isEmpty();
  }

  private Played play(int number, long seed) {
    Fault fault = Fault.values()[number % Fault.values().length];
    long answered = client.answered();
    long unanswered = client.unanswered();
    Fallbacks fallbacks = new Fallbacks(meters);
    double fallbacksBefore = fallbacks.found();
    int found = questions.violations().size();
    Random random = new Random(seed);
    try {
      round(random.nextLong()).play(ACTING, () -> strike(fault, random));
    } finally {
      mend();
    }
    List<String> violations = questions.violations();
    return new Played(
        List.of(
            fault.words,
            client.answered() - answered,
            client.unanswered() - unanswered,
            quiet.transitions(),
            (long) (fallbacks.found() - fallbacksBefore)),
        violations.subList(found, violations.size()));
  }

  private void strike(Fault fault, Random random) {
    pause(500, 2_000, random);
    try {
      switch (fault) {
        case NONE -> {}
        case SERVICE -> {
          endSecond();
          pause(0, 2_000, random);
          second = startSecond();
        }
        case LAG -> {
          cluster.failOverAfter(random.nextInt(3), () -> pause(500, 2_000, random));
          Client.pause(TAKE_OVER);
          cluster.mend();
        }
        case OLD -> cluster.fallBackAfter(random.nextInt(3), () -> pause(500, 2_000, random));
        case DATABASE -> away("database", random);
        case KAFKA -> away("kafka", random);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void away(String server, Random random) {
    if (random.nextBoolean()) {
      faults.kill(server);
      pause(1_000, 3_000, random);
      faults.start(server);
    } else {
      faults.pause(server);
      pause(2_000, 4_000, random);
      faults.resume(server);
    }
  }

  private void mend() {
    SERVERS.forEach(faults::resume);
    SERVERS.forEach(faults::start);
  }

  private static void pause(int least, int more, Random random) {
    Client.pause(Duration.ofMillis(least + random.nextInt(more)));
  }

  private ServiceProcess startSecond() {
    Map<String, String> settings = new HashMap<>();
    SHARED.forEach(name -> settings.put(name, environment.getRequiredProperty(name)));
    return ServiceProcess.start(UserTagApplication.class, environment, settings);
  }

  private void endSecond() {
    ServiceProcess other = second;
    second = null;
    if (other != null) {
      other.kill();
    }
  }
}
