package dev.storefront.shortlink.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.ModelRounds;
import dev.storefront.common.testing.ModelRounds.Played;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import dev.storefront.shortlink.model.Client.Instance;
import dev.storefront.shortlink.recycling.KilledInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * The long run: {@code acceptance/shortlink-model --seed 1 --minutes 20}. No test of the build; its
 * name keeps it out. Two instances, one of which can be killed or has a wrong clock, and a Redis
 * Cluster with replicas.
 */
@WithBackends(database = "shortlink", namespace = "modelrun")
@WithOwnRedis
@TestPropertySource(
    properties = {
      "storefront.shortlink.links.near=1800ms",
      "storefront.shortlink.links.unknown-for=2s",
      "storefront.shortlink.tiers.five.idle-time=20s",
      "storefront.shortlink.recycling.quarantine=2s",
      "storefront.shortlink.recycling.refusal=10m",
      "storefront.runs.lease=2s"
    })
class LinkModelRun extends ModelledLinks {

  private static final List<String> SHARED =
      List.of(
          "storefront.hbase.zookeeper",
          "storefront.switches.kept-in",
          "storefront.shortlink.links.near",
          "storefront.shortlink.links.unknown-for",
          "storefront.shortlink.tiers.five.idle-time",
          "storefront.shortlink.recycling.quarantine",
          "storefront.shortlink.recycling.refusal",
          "storefront.runs.lease");
  private static final Duration ACTING = Duration.ofSeconds(6);
  private static final List<String> COLUMNS =
      List.of("fault", "answers judged", "without an answer", "codes that came back");

  @TempDir static Path folder;

  @Autowired private OwnRedis cluster;
  @Autowired private List<Runs<?, ?>> runs;

  private final Faults faults = TestBackends.shared().faults();
  private volatile @Nullable ServiceProcess second;
  private int starts;

  /** What goes wrong while codes are recycled. */
  private enum Fault {
    KILLED("the instance that recycles is killed at some step"),
    LAG("a Redis primary is killed, a replica that lags takes over"),
    KAFKA("Kafka is stopped, and goes on"),
    CLOCK("an instance's clock is off by minutes"),
    HBASE("HBase is stopped, and goes on or is started again"),
    LOSS("a Redis primary and its replica are killed, and back with nothing"),
    NONE("none");

    private final String words;

    Fault(String words) {
      this.words = words;
    }
  }

  @Override
  List<Instance> instances() {
    ServiceProcess other = second;
    Instance own = new Instance("a", port);
    return other == null ? List.of(own) : List.of(own, new Instance("b" + starts, other.port()));
  }

  @Override
  @Nullable Instance maker() {
    List<Instance> all = instances();
    return all.size() > 1 ? all.get(1) : null;
  }

  @Test
  void every_code_leads_where_its_owner_has_it_lead_whatever_fails() throws Exception {
    ModelRounds rounds = new ModelRounds("shortlink-model", COLUMNS);
    try {
      rounds.play(this::play);
      leaseAll();
    } finally {
      endSecond();
    }
    assertThat(model.violations()).isEmpty();
  }

  private Played play(int number, long seed) {
    Fault fault = Fault.values()[number % Fault.values().length];
    Random random = new Random(seed);
    long looks = model.looks();
    long unknown = client.unknown();
    long back = model.comeBack();
    int found = model.violations().size();
    startFor(fault, random);
    model.isLagging(fault != Fault.NONE && fault != Fault.CLOCK);
    try {
      round(random.nextLong(), ACTING).play(() -> strike(fault, random));
    } finally {
      runs.forEach(Runs::start);
      List.of("kafka", "hbase").forEach(faults::resume);
    }
    if (fault == Fault.KILLED || fault == Fault.CLOCK) {
      endSecond();
      endAllLeases();
    }
    return new Played(
        List.of(
            fault.words,
            model.looks() - looks,
            client.unknown() - unknown,
            model.comeBack() - back),
        model.violations().subList(found, model.violations().size()));
  }

  private void startFor(Fault fault, Random random) {
    long ahead = 0;
    if (fault == Fault.CLOCK) {
      ahead = (random.nextBoolean() ? 1 : -1) * (60_000L + random.nextInt(420_000));
    }
    model.clocksAreOffBy(Math.abs(ahead) + 50);
    if (fault == Fault.KILLED || fault == Fault.CLOCK) {
      endSecond();
      endAllLeases();
    }
    if (fault == Fault.KILLED) {
      runs.forEach(Runs::stop);
    }
    if (second == null) {
      second = start(ahead, fault == Fault.KILLED ? 1 + random.nextInt(25) : 0);
    }
  }

  /** Also those of an instance that was killed: nobody has them any more. */
  private void endAllLeases() {
    actors.publishers().leasesEnd();
    ledger.endLeases(true);
  }

  private ServiceProcess start(long ahead, int step) {
    starts++;
    Map<String, String> settings = new HashMap<>();
    SHARED.forEach(name -> settings.put(name, environment.getRequiredProperty(name)));
    settings.put(KilledInstance.AHEAD, Long.toString(ahead));
    settings.put(KilledInstance.STEP, Integer.toString(step));
    settings.put(KilledInstance.NOTE, note().toString());
    return ServiceProcess.start(KilledInstance.class, environment, settings);
  }

  private Path note() {
    return folder.resolve("killed-" + starts);
  }

  private void endSecond() {
    ServiceProcess other = second;
    second = null;
    if (other != null) {
      other.kill();
    }
  }

  private void strike(Fault fault, Random random) {
    try {
      switch (fault) {
        case NONE, CLOCK -> {}
        case KILLED -> killWhoRecycles();
        case KAFKA -> {
          faults.pause("kafka");
          // From a hiccup to longer than anybody waits for it.
          Round.pause(Duration.ofMillis(2_000 + random.nextInt(12_000)));
          faults.resume("kafka");
        }
        case HBASE -> {
          // A region server that stood still for longer gives up.
          boolean isKilled = random.nextBoolean();
          Duration time = Duration.ofMillis(2_000 + random.nextInt(isKilled ? 12_000 : 3_000));
          faults.pause("hbase");
          Round.pause(time);
          if (isKilled) {
            faults.kill("hbase");
            faults.start("hbase");
          } else {
            faults.resume("hbase");
          }
        }
        case LAG -> {
          Duration lag = Duration.ofMillis(500 + random.nextInt(1_500));
          cluster.failOverAfter(random.nextInt(3), () -> Round.pause(lag));
          Round.pause(Duration.ofSeconds(12));
          cluster.mend();
        }
        case LOSS -> cluster.loseAll(random.nextInt(3));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The other one goes on, and the next one starts meanwhile. */
  private void killWhoRecycles() {
    long latest = Client.now() + 2 * ACTING.toMillis();
    while (!Files.exists(note()) && Client.now() < latest) {
      Round.pause(Duration.ofMillis(50));
    }
    endSecond();
    runs.forEach(Runs::start);
  }
}
