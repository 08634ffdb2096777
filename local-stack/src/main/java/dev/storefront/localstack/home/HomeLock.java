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

  /** Waits until no other command holds the home. */
  public static HomeLock acquire(Home home) throws IOException {
    IN_JVM.lock();
    try {
      Files.createDirectories(home.root());
      FileChannel channel =
          FileChannel.open(
              home.root().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new HomeLock(channel, channel.lock());
    } catch (IOException | RuntimeException e) {
      IN_JVM.unlock();
      throw e;
    }
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
