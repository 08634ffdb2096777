package dev.storefront.localstack.testing;

import dev.storefront.localstack.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One of the sets of test servers of a working copy. A JVM of tests has one for itself until it
 * ends, so that it may break what it likes while the next one has the servers as it left them: as
 * many sets run as JVMs of tests do at the same time.
 */
final class Lane {

  // The system releases a lock when this JVM ends, however it ends, and when nobody refers to it.
  private static final Set<Lane> TAKEN = ConcurrentHashMap.newKeySet();

  private final Home home;
  private final FileLock hold;

  private Lane(Home home, FileLock hold) {
    this.home = home;
    this.hold = hold;
  }

  /**
   * Takes the first that nobody has.
   *
   * @param folder where the first one's home is; those of the others have a number behind
   */
  static Lane take(Path folder) {
    for (int number = 1; ; number++) {
      Path root = number == 1 ? folder : folder.resolveSibling(folder.getFileName() + "-" + number);
      try {
        Files.createDirectories(root);
        FileChannel channel =
            FileChannel.open(
                root.resolve("taken"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock hold = tryLock(channel);
        if (hold != null) {
          Lane lane = new Lane(new Home(root), hold);
          TAKEN.add(lane);
          return lane;
        }
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot take the test servers in " + root, e);
      }
    }
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
