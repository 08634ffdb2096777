package dev.storefront.localstack.testing;

import dev.storefront.localstack.Backends;
import dev.storefront.localstack.BackendsSelection;
import dev.storefront.localstack.TestcontainersBackends;
import dev.storefront.localstack.home.Home;
import org.jspecify.annotations.Nullable;

/**
 * The backing servers of the tests. A JVM of tests has a set for itself, which the next one then
 * has; the first test that asks starts it. A build that tests three modules at a time has three
 * sets.
 *
 * <p>They live in {@code target/test-stack} of the working copy, {@code target/test-stack-2} and so
 * on, and end with the Maven build. With the environment variable {@code STOREFRONT_TEST_HOME} one
 * set lives in that folder, serves everybody and stays up, for quick repetitions while one works on
 * a test; {@code STOREFRONT_HOME=<that folder> ./storefront down} ends it.
 */
public final class TestBackends {

  private static @Nullable Backends shared;

  private TestBackends() {}

  /** Attaches to the running servers, or starts them; returns once all are ready. */
  public static synchronized Backends shared() {
    Backends backends = shared;
    if (backends == null) {
      backends =
          switch (BackendsSelection.current()) {
            case EMBEDDED -> TestStack.ofThisJvm().attach();
            case TESTCONTAINERS -> TestcontainersBackends.start();
          };
      shared = backends;
    }
    return backends;
  }

  /** The folder that they live in, when they are processes of this machine. */
  public static Home home() {
    return TestStack.ofThisJvm().home();
  }
}
