package dev.storefront.common.spool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of files that were taken in, until they are worked through: an instance's own on a disk
 * that outlives a restart, or one for several instances.
 */
public final class Spool {

  private static final String WHOLE = ".whole";
  private static final String PART = ".part";
  private static final String OWNER = "spool-id";
  private static final int BUFFER_BYTES = 256 * 1024;

  /** A file that nobody knows of, or a part of one, is of a process that ended in the middle. */
  private static final Duration LEFTOVER_AFTER = Duration.ofHours(6);

  private final Path folder;
  private final SpoolLimits limits;
  private final Clock clock;
  private final AtomicLong coming = new AtomicLong();
  private volatile @Nullable String id;

  /**
   * @param folder made if there is none
   */
  public Spool(Path folder, SpoolLimits limits, Clock clock) {
    this.folder = folder;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Takes a file in as it comes, all of it or nothing; it is on the disk once this returns.
   *
   * @throws IOException if the caller stops sending, or the disk does not take it
   */
  SpoolOutcome take(InputStream in) throws IOException {
    Files.createDirectories(folder);
    String name = UUID.randomUUID().toString();
    Path part = folder.resolve(name + PART);
    long room = limits.most() - used();
    long[] bytes = {0};
    try {
      SpoolOutcome outcome = copy(in, part, room, bytes, name);
      return outcome instanceof SpoolOutcome.Taken taken ? keep(part, taken) : outcome;
    } finally {
      coming.addAndGet(-bytes[0]);
      Files.deleteIfExists(part);
    }
  }

  private SpoolOutcome copy(InputStream in, Path part, long room, long[] bytes, String name)
      throws IOException {
    try (FileChannel out =
        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes[0] += n;
        long all = coming.addAndGet(n);
        if (bytes[0] > limits.longest()) {
          return new SpoolOutcome.TooLong(limits.longest());
        }
        if (all > room) {
          return new SpoolOutcome.Full();
        }
        ByteBuffer some = ByteBuffer.wrap(buffer, 0, n);
        while (some.hasRemaining()) {
          out.write(some);
        }
      }
      out.force(true);
      return new SpoolOutcome.Taken(new SpooledFile(id(), name, bytes[0]));
    }
  }

  /** Others may have become whole since this one began to come, so the room is looked at again. */
  private synchronized SpoolOutcome keep(Path part, SpoolOutcome.Taken taken) throws IOException {
    if (used() + taken.file().bytes() > limits.most()) {
      return new SpoolOutcome.Full();
    }
    Files.move(part, file(taken.file()), StandardCopyOption.ATOMIC_MOVE);
    sync(folder);
    return taken;
  }

  private long used() throws IOException {
    long used = 0;
    for (Path file : files(WHOLE)) {
      used += length(file);
    }
    return used;
  }

  private static long length(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException worked) {
      return 0;
    }
  }

  /** What tells this folder from others, for as long as it exists. */
  public String id() throws IOException {
    String known = id;
    if (known == null) {
      known = readOrMakeId();
      id = known;
    }
    return known;
  }

  private synchronized String readOrMakeId() throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(OWNER);
    if (!Files.exists(file)) {
      String fresh = UUID.randomUUID().toString();
      Path part = folder.resolve(fresh + PART);
      Files.writeString(part, fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
      // Instances that share the folder may do this at once: who comes second keeps the first's.
      try {
        Files.createLink(file, part);
      } catch (FileAlreadyExistsException other) {
        // Theirs counts.
      } finally {
        Files.delete(part);
      }
      sync(folder);
    }
    return Files.readString(file);
  }

  /** The file from a byte on. An interrupt of its reader does not close it. */
  public InputStream open(SpooledFile spooled, long from) throws IOException {
    InputStream in = Files.newInputStream(file(spooled));
    try {
      in.skipNBytes(from);
      return in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** True if the file is here. */
  public boolean has(SpooledFile spooled) {
    return Files.isRegularFile(file(spooled));
  }

  /**
   * True if this instance can tell what becomes of the file: it has it, or nobody ever will.
   *
   * @param missingSince when anybody last had it
   */
  public boolean isInCharge(SpooledFile spooled, Instant missingSince) {
    return has(spooled)
        || isOurs(spooled)
        || missingSince.isBefore(clock.instant().minus(limits.patience()));
  }

  private boolean isOurs(SpooledFile spooled) {
    try {
      return id().equals(spooled.spool());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a file that is worked through; a repeat is harmless. */
  public void delete(SpooledFile spooled) {
    try {
      Files.deleteIfExists(file(spooled));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes old files that nobody needs, by name, and what was never taken in to its end. What else
   * lies in the folder is not the spool's.
   */
  public void tidy(Predicate<String> isNeeded) throws IOException {
    for (Path file : files(PART)) {
      deleteIfOld(file);
    }
    for (Path file : files(WHOLE)) {
      String name = file.getFileName().toString();
      if (!isNeeded.test(name.substring(0, name.length() - WHOLE.length()))) {
        deleteIfOld(file);
      }
    }
  }

  private void deleteIfOld(Path file) throws IOException {
    try {
      if (Files.getLastModifiedTime(file)
          .toInstant()
          .isBefore(clock.instant().minus(LEFTOVER_AFTER))) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException gone) {
      // Another instance did it.
    }
  }

  private List<Path> files(String ending) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  private Path file(SpooledFile spooled) {
    return folder.resolve(spooled.name() + WHOLE);
  }

  /** Makes the new name itself last; the file's bytes do already. */
  private static void sync(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
