package dev.storefront.localstack.stack;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.program.ServiceProgram;
import dev.storefront.localstack.server.BackingServers;
import dev.storefront.localstack.server.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of the suite's own services, from the jar that the build made. */
final class ServiceProcess implements ManagedServer {

  private final SuiteService service;
  private final Home home;
  private final PortAssignment ports;
  private final ServiceProgram program;

  ServiceProcess(SuiteService service, Home home, PortAssignment ports, Path projectRoot) {
    this.service = service;
    this.home = home;
    this.ports = ports;
    this.program =
        new ServiceProgram(projectRoot, service.module(), home.data(service.processName()));
  }

  @Override
  public String name() {
    return service.processName();
  }

  @Override
  public List<Port> ports() {
    return List.of(service.port());
  }

  /**
   * It migrates its database and makes its topics when it starts, and waits for no other server:
   * those it asks again until they are there.
   */
  @Override
  public List<String> startsAfter() {
    return service.database().isPresent()
        ? List.of(BackingServers.DATABASE, BackingServers.KAFKA)
        : List.of();
  }

  @Override
  public void prepare() throws IOException {
    program.bring();
    if (service == SuiteService.BROWSE_HISTORY) {
      JobSettings.write(home, ports);
    }
  }

  /**
   * True when its build made an archive of its classes for this JVM, and it was started from it.
   */
  boolean hasArchive() {
    return program.hasArchive();
  }

  @Override
  public List<String> command() {
    // The start page and the tokens are asked for now and then only.
    boolean busy = service != SuiteService.STOREFRONT;
    List<String> command =
        new ArrayList<>(busy ? JavaCommand.service() : JavaCommand.quickService());
    command.addAll(program.arguments());
    return command;
  }

  @Override
  public Map<String, String> environment() {
    return new ServiceEnvironment(home, ports).of(service);
  }

  @Override
  public boolean healthy() {
    return readiness().ready();
  }

  @Override
  public boolean healthy(Runnable whenItAnswers) {
    Readiness readiness = readiness();
    if (readiness.answered()) {
      whenItAnswers.run();
    }
    return readiness.ready();
  }

  /** What the service says about itself and its backing servers. */
  Readiness readiness() {
    return Readiness.ask(ports.get(service.port()));
  }

  @Override
  public Duration stopBound() {
    return Duration.ofSeconds(20);
  }
}
