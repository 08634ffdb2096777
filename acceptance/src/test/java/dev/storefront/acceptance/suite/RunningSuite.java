package dev.storefront.acceptance.suite;

import dev.storefront.acceptance.suite.Storefront.Finished;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import dev.storefront.localstack.testing.TestBackends;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The whole suite, started through {@code ./storefront up} beside the backing servers of the build.
 * Tests get it as a parameter, see {@link WithSuite}.
 */
public final class RunningSuite implements AutoCloseable {

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final Home home;
  private final Faults faults;
  private final Suite suite;
  private final SuiteClient tokens;

  private RunningSuite(Home home, Faults faults) {
    this.home = home;
    this.faults = faults;
    this.suite = Suite.at(PortAssignment.of(home, Map.of()));
    this.tokens = new SuiteClient(suite);
  }

  /** Returns once everything is healthy. */
  static RunningSuite up() {
    Faults faults = TestBackends.shared().faults();
    havePorts(TestBackends.home());
    RunningSuite suite = new RunningSuite(TestBackends.home(), faults);
    Finished up = suite.storefront().run("up", "--detach");
    if (up.exitCode() != 0) {
      throw new IllegalStateException("./storefront up: " + up);
    }
    return suite;
  }

  /** The servers have held theirs since they were chosen; those of the services may be taken. */
  private static void havePorts(Home home) {
    Set<Port> ofServices =
        Arrays.stream(SuiteService.values()).map(SuiteService::port).collect(Collectors.toSet());
    try {
      PortAssignment.of(home, Map.of()).withFree(ofServices, new SecureRandom()).store(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    storefront().run("down");
  }

  /** The folder of this stack. */
  public Home home() {
    return home;
  }

  /** The script, on this stack. */
  public Storefront storefront() {
    // A machine that builds is slow: it is not to be told that cold storage is away.
    return new Storefront(home.root()).with("STOREFRONT_SHORTLINK_COLD_BUDGET", "3s");
  }

  /** The number of each process of the stack that runs, by name. */
  public Map<String, Long> processes() {
    return running().collect(Collectors.toMap(ProcessRecord::name, ProcessRecord::pid));
  }

  /** The command of each process of the stack that runs, by name. */
  public Map<String, List<String>> commands() {
    return running().collect(Collectors.toMap(ProcessRecord::name, ProcessRecord::command));
  }

  private Stream<ProcessRecord> running() {
    return new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC())
        .running().stream()
            // Ends the test servers with the build, and is no part of the suite.
            .filter(process -> !process.name().equals("watchdog"));
  }

  /** Makes backing servers fail. */
  public Faults faults() {
    return faults;
  }

  /** Kafka's bootstrap servers. */
  public String kafka() {
    return suite.kafkaBootstrapServers();
  }

  /** A token with one scope, from the stack's issuer. */
  public String token(Scope scope) {
    return tokens.token(scope.bearer());
  }

  /** Sends a request with a token of that scope. */
  public Reply send(Service service, Scope scope, Call call) {
    return send(service, call.token(token(scope)));
  }

  /** Sends a request and waits for the whole reply. */
  public Reply send(Service service, Call call) {
    long start = System.nanoTime();
    try {
      HttpResponse<String> reply = http.send(call.to(service.in(suite)), BodyHandlers.ofString());
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      return new Reply(reply.statusCode(), reply.headers(), reply.body(), took);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a reply", e);
    }
  }
}
