package dev.storefront.localstack.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps two commands on one home apart, between processes and between threads. The system releases
 * it when its holder dies.
 */
public final class HomeLock implements AutoCloseable {

  // A file lock belongs to the whole JVM, so that threads need one of their own.
  private static final ReentrantLock IN_JVM = new ReentrantLock();

  private final FileChannel channel;
  private final FileLock lock;

  private HomeLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** Waits until no other command holds the home; tells so first when one does. */
  public static HomeLock acquire(Home home, Runnable whenOccupied) throws IOException {
    if (!IN_JVM.tryLock()) {
      whenOccupied.run();
      IN_JVM.lock();
    }
    try {
      FileChannel channel = open(home);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        whenOccupied.run();
        lock = channel.lock();
      }
      return new HomeLock(channel, lock);
    } catch (IOException | RuntimeException e) {
      IN_JVM.unlock();
      throw e;
    }
  }

  /** Waits until no other command holds the home. */
  public static HomeLock acquire(Home home) throws IOException {
    return acquire(home, () -> {});
  }

  private static FileChannel open(Home home) throws IOException {
    Files.createDirectories(home.root());
    return FileChannel.open(
        home.root().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      lock.release();
    } finally {
      IN_JVM.unlock();
    }
  }
}
