package dev.storefront.localstack.testing;

import dev.storefront.localstack.Backends;
import dev.storefront.localstack.EmbeddedBackends;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Progress;
import dev.storefront.localstack.process.ServerFailedException;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.server.BackingServers;
import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The embedded servers of the tests, in their home folder. */
final class TestStack {

  static final String HOME_SETTING = "STOREFRONT_TEST_HOME";

  private static final int MOST_TRIES = 3;

  private static @Nullable TestStack ofThisJvm;

  private final Home home;
  private final Path projectRoot;
  private final boolean endsWithTheBuild;
  private final RandomGenerator random = new SecureRandom();

  private TestStack(Home home, Path projectRoot, boolean endsWithTheBuild) {
    this.home = home;
    this.projectRoot = projectRoot;
    this.endsWithTheBuild = endsWithTheBuild;
  }

  static synchronized TestStack ofThisJvm() {
    TestStack stack = ofThisJvm;
    if (stack == null) {
      stack = choose(ProjectRoot.find(), System.getenv().getOrDefault(HOME_SETTING, ""));
      ofThisJvm = stack;
    }
    return stack;
  }

  private static TestStack choose(Path root, String kept) {
    return kept.isBlank()
        ? new TestStack(Lane.take(root.resolve("target")).home(), root, true)
        : new TestStack(new Home(Path.of(kept)), root, false);
  }

  Home home() {
    return home;
  }

  /** Starts what does not run. Several builds and modules may do so at once. */
  Backends attach() {
    try (HomeLock lock = HomeLock.acquire(home)) {
      PortAssignment ports = PortAssignment.storedOrRandom(home, random);
      for (int tries = 1; ; tries++) {
        ports.store(home);
        Supervisor supervisor = new Supervisor(home, ports, Clock.systemUTC());
        if (endsWithTheBuild) {
          EndWithBuild.watch(home, supervisor);
        }
        BackingServers servers = new BackingServers(home, ports, projectRoot, supervisor);
        try {
          servers.start(Progress.SILENT);
          return new EmbeddedBackends(home, ports, servers, supervisor);
        } catch (ServerFailedException | IllegalStateException e) {
          // A build of another working copy may have taken a port since it was chosen.
          PortAssignment others = ports.withFree(ofThoseThatDoNotRun(servers, supervisor), random);
          if (others == ports || tries == MOST_TRIES) {
            throw e;
          }
          ports = others;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<Port> ofThoseThatDoNotRun(BackingServers servers, Supervisor supervisor) {
    return servers.all().stream()
        .filter(server -> supervisor.running(server.name()).isEmpty())
        .flatMap(server -> server.ports().stream())
        .collect(Collectors.toSet());
  }
}
