package dev.storefront.acceptance.fitment;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.stack.LocalStack;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The service as a process of a local stack, and the servers that it needs. */
final class ServiceUnderTest {

  private static final String NAME = "fitment-service";
  private static final List<Port> REDIS = List.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3);

  private final LocalStack stack;
  private final Supervisor supervisor;
  private final Suite suite;
  private volatile FitmentApi api;

  private ServiceUnderTest(LocalStack stack) {
    this.stack = stack;
    this.supervisor = new Supervisor(stack.home(), stack.ports(), Clock.systemUTC());
    this.suite = Suite.at(stack.ports());
    this.api = connect();
  }

  /** Of a stack that runs. */
  static ServiceUnderTest in(Home home, Path projectRoot) {
    return new ServiceUnderTest(LocalStack.in(home, projectRoot, Map.of()));
  }

  /** Tokens last an hour, and connections as long as the process. */
  private FitmentApi connect() {
    String operator = new SuiteClient(suite).token(Identity.operator());
    return new FitmentApi(suite.fitment(), operator);
  }

  FitmentApi api() {
    return api;
  }

  String kafka() {
    return suite.kafkaBootstrapServers();
  }

  List<Integer> redisPorts() {
    return REDIS.stream().map(stack.ports()::get).toList();
  }

  /** A folder for the files of the proof. */
  Path folder() {
    return stack.home().data(NAME);
  }

  /** Ends it as a power cut does. */
  void kill() {
    supervisor.kill(NAME);
  }

  /** Returns once it answers. */
  void restart() {
    try {
      stack.start(stack.byName(NAME));
      api = connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
