package dev.storefront.acceptance.flashsale.faults;

import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.flashsale.faults.Plan.Step;
import dev.storefront.localstack.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** What happens to the files of the database. */
final class DatabaseSteps {

  /** Grabs; a round in which the database has less to lose would prove nothing of it. */
  private static final int LEAST_LOST = 20;

  /** On a busy machine it gets little in the time of the plan. */
  private static final Duration SOMETHING_BOUND = Duration.ofSeconds(30);

  private DatabaseSteps() {}

  /**
   * It comes back as it was, and nobody is left who has what it acknowledged since.
   *
   * @param lost milliseconds, at least, of what it acknowledged
   */
  static List<Step> tailLost(long at, long lost) {
    AtomicLong kept = new AtomicLong();
    return Step.inTurn(
        new Step(
            at,
            "kill -9 of the database, copy of its files, start",
            servers -> {
              // Its files agree with each other only while it is down.
              servers.kill(Servers.DATABASE);
              replace(copyIn(servers), filesOf(servers));
              servers.start(Servers.DATABASE);
              kept.set(grabs(servers));
            }),
        new Step(
            at + lost,
            "kill -9 of it, start as it was " + lost + " ms before",
            servers -> {
              awaitSomethingToLose(servers, kept.get());
              servers.kill(Servers.DATABASE);
              replace(filesOf(servers), copyIn(servers));
              servers.start(Servers.DATABASE);
            }));
  }

  /** The same, and then a Redis that can be rebuilt by that database alone. */
  static List<Step> tailLostAndRedisEmptied(long at, long lost, int pair) {
    List<Step> steps = new ArrayList<>(tailLost(at, lost));
    steps.addAll(RedisSteps.emptied(at + lost, pair));
    return Step.inTurn(steps.toArray(Step[]::new));
  }

  private static void awaitSomethingToLose(Servers servers, long kept) {
    try {
      await().atMost(SOMETHING_BOUND).until(() -> grabs(servers) >= kept + LEAST_LOST);
    } catch (ConditionTimeoutException busy) {
      throw new PointlessStepException("the database has no " + LEAST_LOST + " grabs to lose");
    }
  }

  private static long grabs(Servers servers) {
    try (Connection database = servers.connectToDatabase();
        Statement query = database.createStatement();
        ResultSet row =
            query.executeQuery("SELECT COUNT(*) FROM grab_ledger WHERE kind = 'GRAB'")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException("the database has just been started", e);
    }
  }

  private static Path filesOf(Servers servers) {
    return servers.data(Servers.DATABASE).resolve("data");
  }

  private static Path copyIn(Servers servers) {
    return servers.data("database-before").resolve("data");
  }

  private static void replace(Path old, Path by) {
    try {
      Home.deleteTree(old);
      Files.createDirectories(old.getParent());
      try (Stream<Path> all = Files.walk(by)) {
        for (Path file : (Iterable<Path>) all::iterator) {
          copy(file, old.resolve(by.relativize(file).toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    // A killed server leaves its socket, which cannot be copied everywhere.
    if (Files.isDirectory(from)) {
      Files.createDirectory(to);
    } else if (Files.isRegularFile(from)) {
      Files.copy(from, to);
    }
  }
}
