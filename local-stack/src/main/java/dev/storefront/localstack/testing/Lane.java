package dev.storefront.localstack.testing;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One of the sets of test servers of a working copy. A JVM of tests has one for itself until it
 * ends, so that it may break what it likes while the next one has the servers as it left them: as
 * many sets run as JVMs of tests do at the same time.
 */
final class Lane {

  // The system releases a lock when this JVM ends, however it ends, and when nobody refers to it.
  private static final Set<Lane> TAKEN = ConcurrentHashMap.newKeySet();

  private static final String NAME = "test-stack";

  private final Home home;
  private final FileLock hold;

  private Lane(Home home, FileLock hold) {
    this.home = home;
    this.hold = hold;
  }

  /**
   * Takes the first that nobody has.
   *
   * @param folder which the homes of all are in
   */
  static Lane take(Path folder) {
    // One after another: a port that one has chosen is free until its server listens.
    try (HomeLock alone = HomeLock.acquire(new Home(folder))) {
      for (int number = 1; ; number++) {
        Home home = home(folder, number);
        Optional<FileLock> hold = hold(home);
        if (hold.isPresent()) {
          choosePorts(folder, home);
          Lane lane = new Lane(home, hold.get());
          TAKEN.add(lane);
          return lane;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot take any test servers in " + folder, e);
    }
  }

  private static Home home(Path folder, int number) {
    return new Home(folder.resolve(number == 1 ? NAME : NAME + "-" + number));
  }

  /** Unless its servers run: those of an earlier build may have been taken since. */
  private static void choosePorts(Path folder, Home home) throws IOException {
    PortAssignment last = PortAssignment.of(home, Map.of());
    if (new Supervisor(home, last, Clock.systemUTC()).running().isEmpty()) {
      List<Home> others =
          IntStream.iterate(1, number -> number + 1)
              .mapToObj(number -> home(folder, number))
              .takeWhile(other -> Files.exists(other.root()))
              .filter(other -> !other.equals(home))
              .toList();
      PortAssignment.randomBeside(others, new SecureRandom()).store(home);
    }
  }

  private static Optional<FileLock> hold(Home home) throws IOException {
    Files.createDirectories(home.root());
    FileChannel channel =
        FileChannel.open(
            home.root().resolve("taken"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock hold = tryLock(channel);
    if (hold == null) {
      channel.close();
    }
    return Optional.ofNullable(hold);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException takenInThisJvm) {
      return null;
    }
  }

  Home home() {
    return home;
  }

  /** For tests of it: a lane is for the life of a JVM. */
  void leave() {
    TAKEN.remove(this);
    try {
      hold.acquiredBy().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
