package dev.storefront.common.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Lets tests on real servers wait for what must come as long as it takes on a machine that is busy
 * with other things too. Only what never comes takes that long.
 */
final class Patience implements TestExecutionListener {

  private static final Duration LONG = Duration.ofMinutes(1);

  // For Spring, which makes it by name.
  Patience() {}

  @Override
  public void beforeTestClass(TestContext test) {
    Awaitility.setDefaultTimeout(LONG);
  }
}
