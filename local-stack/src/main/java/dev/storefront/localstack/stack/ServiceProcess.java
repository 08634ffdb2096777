package dev.storefront.localstack.stack;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.server.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One of the suite's own services, from the jar that the build made. */
final class ServiceProcess implements ManagedServer {

  private final SuiteService service;
  private final Home home;
  private final PortAssignment ports;
  private final Path projectRoot;

  ServiceProcess(SuiteService service, Home home, PortAssignment ports, Path projectRoot) {
    this.service = service;
    this.home = home;
    this.ports = ports;
    this.projectRoot = projectRoot;
  }

  @Override
  public String name() {
    return service.processName();
  }

  @Override
  public List<Port> ports() {
    return List.of(service.port());
  }

  @Override
  public void prepare() throws IOException {
    String module = service.module();
    Path built = projectRoot.resolve(module).resolve("target").resolve(module + "-exec.jar");
    if (!Files.exists(built)) {
      throw new IllegalStateException(
          "%s is missing; build it with: mvn package -DskipTests -pl %s -am"
              .formatted(built, module));
    }
    // A copy: the next build must not change the jar under a running service.
    Files.createDirectories(home.bin());
    Files.copy(built, jar(), StandardCopyOption.REPLACE_EXISTING);
  }

  private Path jar() {
    return home.bin().resolve(service.module() + ".jar");
  }

  @Override
  public List<String> command() {
    return JavaCommand.service(jar());
  }

  @Override
  public Map<String, String> environment() {
    return new ServiceEnvironment(home, ports).of(service);
  }

  @Override
  public boolean healthy() {
    return readiness().ready();
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
