package dev.storefront.acceptance.fitment;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Progress;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * Entry point of {@code acceptance/fitment-proof}. Exits with 0 if no answer was wrong, with 1 if
 * one was or the proof could not be ended, and with 2 if it does not know a setting.
 */
public final class Main {

  private static final int WRONG = 1;
  private static final int MISUSED = 2;
  private static final long LONGEST_MINUTES = 55;
  private static final List<String> NEEDED =
      List.of(
          "hbase",
          "kafka",
          "database",
          "redis-1",
          "redis-2",
          "redis-3",
          "storefront",
          "fitment-service");

  private Main() {}

  /** Takes settings of the size, such as {@code --seed=7}. */
  public static void main(String[] settings) throws IOException, InterruptedException {
    ProofSize size;
    try {
      size = ProofSize.LONG.with(settings);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(MISUSED);
      return;
    }
    LocalStack stack = stack();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stack)));
    limitTime();
    System.exit(isProved(size, stack) ? 0 : WRONG);
  }

  private static boolean isProved(ProofSize size, LocalStack stack)
      throws IOException, InterruptedException {
    System.out.println("Starting servers in " + stack.home().root());
    for (String process : NEEDED) {
      stack.start(stack.byName(process));
    }
    Trial trial = new Trial(size, ServiceUnderTest.in(stack.home(), ProjectRoot.find()));
    try {
      new FitmentProof(trial).run();
    } finally {
      System.out.printf("%n%s%n%n", size);
      System.out.println(trial.journal().table());
      System.out.printf("%nWrong answers: %d%n", trial.findings().count());
    }
    return trial.findings().count() == 0;
  }

  /** A stack of its own, with nothing in it, on free ports. */
  private static LocalStack stack() throws IOException {
    Home home = new Home(ProjectRoot.find().resolve("acceptance/target/fitment-proof"));
    LocalStack left = LocalStack.in(home, ProjectRoot.find(), Map.of());
    left.stop(Progress.SILENT);
    home.deleteState();
    PortAssignment.random(new SecureRandom()).store(home);
    return LocalStack.in(home, ProjectRoot.find(), Map.of());
  }

  private static void end(LocalStack stack) {
    stack.stop(Progress.SILENT);
    try {
      Home.deleteTree(stack.home().data());
    } catch (IOException e) {
      System.err.println("cannot delete " + stack.home().data() + ": " + e);
    }
  }

  private static void limitTime() {
    new Timer(true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                System.err.println("not done after " + LONGEST_MINUTES + " minutes");
                System.exit(WRONG);
              }
            },
            TimeUnit.MINUTES.toMillis(LONGEST_MINUTES));
  }
}
