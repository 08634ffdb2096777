package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.faults.Plan.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What happens to a pair of a Redis primary and its replica; who is which, the moment decides. */
final class RedisSteps {

  private RedisSteps() {}

  static List<Step> primaryStopped(long at, int pair, long away) {
    Pair nodes = new Pair(pair);
    return Step.inTurn(
        new Step(
            at,
            "SIGSTOP of the primary of pair " + pair,
            servers -> servers.pause(nodes.look(servers).primary())),
        new Step(at + away, "SIGCONT of it", servers -> servers.resume(nodes.primary())));
  }

  /** The replica misses what was written while it was away, and nobody is left who has it. */
  static List<Step> takenOver(long at, int pair, long lag, long away) {
    Pair nodes = new Pair(pair);
    return Step.inTurn(
        new Step(
            at,
            "kill -9 of the replica of pair " + pair,
            servers -> servers.kill(nodes.look(servers).replica())),
        new Step(
            at + lag,
            "kill -9 of its primary, start of the replica",
            servers -> {
              servers.kill(nodes.primary());
              servers.start(nodes.replica());
            }),
        new Step(
            at + lag + away,
            "start of the old primary",
            servers -> servers.start(nodes.primary())));
  }

  static List<Step> lastSecondLost(long at, int pair, long lost) {
    Pair nodes = new Pair(pair);
    AtomicLong size = new AtomicLong();
    return Step.inTurn(
        new Step(
            at,
            "look at the file of the primary of pair " + pair,
            servers -> size.set(sizeOf(servers.appendedTo(nodes.look(servers).primary())))),
        new Step(
            at + lost,
            "kill -9 of it, start as it was " + lost + " ms before",
            servers -> {
              servers.kill(nodes.primary());
              truncate(servers.appendedTo(nodes.primary()), size.get());
              servers.start(nodes.primary());
            }));
  }

  static List<Step> emptied(long at, int pair) {
    Pair nodes = new Pair(pair);
    return Step.inTurn(
        new Step(
            at,
            "kill -9 of the primary of pair " + pair + ", start of it without its data",
            servers -> {
              nodes.look(servers);
              servers.kill(nodes.primary());
              servers.empty(nodes.primary());
              servers.start(nodes.primary());
            }));
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void truncate(Path file, long size) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Remembers the roles that a pair had before anything was done to it. */
  private static final class Pair {

    private final int number;
    private final AtomicReference<String> primary = new AtomicReference<>("");
    private final AtomicReference<String> replica = new AtomicReference<>("");

    Pair(int number) {
      this.number = number;
    }

    Pair look(Servers servers) {
      primary.set(servers.redis().primary(number));
      replica.set(servers.redis().replica(number));
      return this;
    }

    String primary() {
      return primary.get();
    }

    String replica() {
      return replica.get();
    }
  }
}
