package dev.storefront.shortlink.model;

import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.model.Client.Instance;
import dev.storefront.shortlink.model.Round.Times;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.util.ReflectionTestUtils;

/** The service, a model, and those who use the one and tell the other. */
abstract class ModelledLinks extends ShortLinkTest {

  /**
   * Of that an idle time is short: what a visit that was shared with another one comes too late.
   */
  private static final long SHARED = 1_000;

  @Autowired JdbcClient jdbc;
  @Autowired Environment environment;
  @Autowired ApplicationContext context;

  LinkModel model;
  Client client;
  Actors actors;
  Ledger ledger;
  private Duration idle;

  @BeforeEach
  void begin() {
    idle =
        environment.getRequiredProperty(
            "storefront.shortlink.tiers.five.idle-time", Duration.class);
    // A visit renews what has lost a tenth of its time.
    model = new LinkModel(idle.toMillis() * 9 / 10 - SHARED);
    client = new Client(this::instances, this::maker);
    actors = new Actors(client, model);
    Object sweep = context.getBean("leaseSweep");
    ledger = new Ledger(jdbc, () -> ReflectionTestUtils.invokeMethod(sweep, "sweep"));
  }

  @AfterEach
  void end() {
    actors.publishers().close();
  }

  List<Instance> instances() {
    return List.of(new Instance("a", port));
  }

  @Nullable Instance maker() {
    return instances().get(0);
  }

  Round round(long seed, Duration acting) {
    return new Round(model, client, actors, ledger, this::forget, new Times(idle, acting), seed);
  }

  /** Whatever is free is handed out once more. */
  void leaseAll() {
    actors.publishers().leasesEnd();
    ledger.endLeases(false);
    actors.publishers().leaseAll();
  }
}
