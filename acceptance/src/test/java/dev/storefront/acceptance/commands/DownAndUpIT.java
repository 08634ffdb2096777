package dev.storefront.acceptance.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.suite.Call;
import dev.storefront.acceptance.suite.Reply;
import dev.storefront.acceptance.suite.RunningSuite;
import dev.storefront.acceptance.suite.Scope;
import dev.storefront.acceptance.suite.Service;
import dev.storefront.acceptance.suite.Storefront.Finished;
import dev.storefront.acceptance.suite.WithSuite;
import dev.storefront.acceptance.suite.Work;
import dev.storefront.localstack.process.ProcessIdentity;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The end of the suite, a new start on the same data, and the end of the data. */
@WithSuite
@Tag("proof")
@Order(5)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DownAndUpIT {

  private static final Duration SOON = Duration.ofMinutes(2);

  private final RunningSuite suite;

  DownAndUpIT(RunningSuite suite) {
    this.suite = suite;
  }

  @Test
  @Order(1)
  void data_survives_down_and_up() {
    Work work = new Work(suite);
    work.prepare();
    await().atMost(SOON).untilAsserted(work::doAll);
    String code = link();
    Map<String, Long> processes = suite.processes();

    Finished down = suite.storefront().run("down");
    assertThat(down.exitCode()).as("%s", down).isZero();
    assertThat(processes).allSatisfy((name, pid) -> assertThat(lives(pid)).as(name).isFalse());

    Finished up = suite.storefront().run("up", "--detach");
    assertThat(up.exitCode()).as("%s", up).isZero();
    Call link = Call.of("GET", "/" + code);
    Call vehicle = Call.of("GET", "/api/v1/vehicles/1000001");
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(suite.send(Service.SHORTLINK, link).status()).isEqualTo(302);
              assertThat(suite.send(Service.FITMENT, vehicle).text("/model")).isEqualTo("Camry");
            });
    work.awaitSale();
    await().atMost(SOON).untilAsserted(work::doAll);
  }

  @Test
  @Order(2)
  void reset_deletes_the_data() {
    Finished reset = suite.storefront().run("reset");
    assertThat(reset.exitCode()).as("%s", reset).isZero();
    assertThat(suite.processes()).isEmpty();
    assertThat(suite.home().data("redis-1")).doesNotExist();
    assertThat(suite.storefront().run("down").exitCode()).isZero();
  }

  private String link() {
    Reply created =
        suite.send(
            Service.SHORTLINK,
            Scope.SERVICE,
            Call.of("POST", "/api/v1/links").json("{\"url\": \"https://shop.example/kept\"}"));
    assertThat(created.status()).as("%s", created).isEqualTo(201);
    return created.text("/code");
  }

  /** False also for a dead one that still waits for its parent to take note. */
  private static boolean lives(long pid) {
    return ProcessIdentity.of(pid).isPresent();
  }
}
