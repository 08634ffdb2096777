package dev.storefront.shortlink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * A process that uses the SDK stands still (SIGSTOP) until its lease is over, and the codes are
 * another application's. Then it goes on where it stood.
 */
@WithBackends(database = "shortlink", namespace = "paused")
@TestPropertySource(properties = "storefront.shortlink.lease.duration=20s")
class PausedClientTest extends ShortLinkTest {

  private static final String OTHER = TestTokens.service("not-paused");

  @Autowired Leases leases;

  @Test
  void a_process_that_stood_still_past_its_lease_gives_away_nothing_of_it() throws Exception {
    Process client = start();
    try (BufferedReader told =
        new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8))) {
      String[] held = ask(client, told, "next").split(" ");
      signal("STOP", client);
      List<Lease> over =
          await()
              .atMost(SOON)
              .until(
                  () -> leases.unsweptOfOthersThan("nobody", Instant.now(), 100),
                  some -> some.stream().anyMatch(lease -> has(lease, Long.parseLong(held[0]))));
      over.forEach(lease -> leases.sweep(lease, Set.of()));

      Reply lease = lease(OTHER, unique(), 6, 1_000).isOk();
      assertThat(ids(lease, Long.parseLong(held[0]))).as("the code is another's").isTrue();
      Reply others = publish(OTHER, lease, Long.parseLong(held[0]), "https://example.com/other");
      assertThat(others.isOk().text("/results/0/code")).isEqualTo(held[1]);
      signal("CONT", client);

      long next = Long.parseLong(ask(client, told, "next").split(" ")[0]);
      assertThat(ids(lease, next)).as("an id of the lease that is over").isFalse();
      assertThat(ask(client, told, "publish")).isEqualTo("void " + held[1]);
      assertThat(get("/" + held[1]).expect(302).header("Location"))
          .isEqualTo("https://example.com/other");
    } finally {
      client.destroyForcibly().waitFor();
    }
  }

  private static boolean has(Lease lease, long id) {
    return lease.ranges().stream().anyMatch(range -> range.first() <= id && id <= range.last());
  }

  private static boolean ids(Reply lease, long id) {
    return lease
        .at("/ranges")
        .valueStream()
        .anyMatch(range -> range.path("first").asLong() <= id && id <= range.path("last").asLong());
  }

  private static String ask(Process client, BufferedReader told, String what) throws Exception {
    client.getOutputStream().write((what + "\n").getBytes(UTF_8));
    client.getOutputStream().flush();
    return CompletableFuture.supplyAsync(() -> lineOf(told)).get(60, TimeUnit.SECONDS);
  }

  private static String lineOf(BufferedReader told) {
    try {
      return told.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void signal(String name, Process process) throws Exception {
    Process kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + process.pid()).start();
    assertThat(kill.waitFor(Duration.ofSeconds(30).toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            SdkTest.classPath(),
            PausedClient.class.getName(),
            "http://127.0.0.1:" + port,
            TestTokens.service("paused"))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
