package dev.storefront.usertag.imports;

import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Works an import through: some lines at a time take the way of every tag change, and then count as
 * read. While a server is away it waits and tries those lines again; giving a tag twice does no
 * harm. After a restart it goes on behind the lines that are read.
 */
@Component
class ImportRun {

  private static final Logger log = LoggerFactory.getLogger(ImportRun.class);
  private static final int LINES_PER_STEP = 1000;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final Spool spool;
  private final ImportTable imports;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final UserDirectory directory;

  ImportRun(
      Spool spool, ImportTable imports, TagCatalog tags, Tagging tagging, UserDirectory directory) {
    this.directory = directory;
    this.spool = spool;
    this.imports = imports;
    this.tags = tags;
    this.tagging = tagging;
  }

  /** Runs to the end unless another process has the file already, or the thread is interrupted. */
  void run(TagImport started) throws InterruptedException {
    try (FileChannel file =
        FileChannel.open(
            spool.file(started.id()), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      try (@Nullable FileLock lock = lock(file)) {
        if (lock != null) {
          workThrough(started, Channels.newInputStream(file));
        }
      }
    } catch (ClosedByInterruptException stopping) {
      throw new InterruptedException();
    } catch (IOException e) {
      log.error("Import {} cannot be read", started.id(), e);
      patiently(() -> imports.save(started.in(ImportState.FAILED), List.of()));
    }
  }

  private void workThrough(TagImport started, InputStream in)
      throws IOException, InterruptedException {
    UserIdLines lines = new UserIdLines(in);
    CountedUsers users = new CountedUsers(directory);
    skip(lines, started.linesRead(), users);
    TagImport progress = started;
    LineBatch batch = lines.next(LINES_PER_STEP);
    while (batch.linesRead() > 0) {
      LineBatch step = batch;
      if (!patiently(() -> tag(started, step.userIds()))) {
        end(progress.in(ImportState.FAILED));
        return;
      }
      TagImport after = progress.after(step, countPatiently(users, step));
      patiently(() -> imports.save(after, step.rejected()));
      progress = after;
      batch = lines.next(LINES_PER_STEP);
    }
    end(progress.in(ImportState.COMPLETED));
  }

  /** Passes over lines that are done with, and counts their users again. */
  private static void skip(UserIdLines lines, long count, CountedUsers users)
      throws IOException, InterruptedException {
    long left = count;
    while (left > 0) {
      LineBatch done = lines.next((int) Math.min(left, LINES_PER_STEP));
      if (done.linesRead() == 0) {
        return;
      }
      countPatiently(users, done);
      left -= done.linesRead();
    }
  }

  private static int countPatiently(CountedUsers users, LineBatch batch)
      throws InterruptedException {
    int[] counted = {0};
    patiently(() -> counted[0] = users.count(batch.userIds()));
    return counted[0];
  }

  private void end(TagImport ended) throws InterruptedException {
    patiently(() -> imports.save(ended, List.of()));
    spool.delete(ended.id());
    log.info("Import {} is {}: {} lines", ended.id(), ended.state(), ended.linesRead());
  }

  /** Returns false if the tag is no more. */
  private boolean tag(TagImport of, List<String> userIds) {
    if (tags.find(of.tagName()).filter(tag -> tag.number() == of.tag()).isEmpty()) {
      return false;
    }
    if (!userIds.isEmpty()) {
      tagging.apply(
          userIds.stream().map(id -> TagChange.of(new UserId(id), of.tag(), true)).toList());
    }
    return true;
  }

  private static @Nullable FileLock lock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  private interface Step {
    boolean run();
  }

  private static void patiently(Runnable step) throws InterruptedException {
    patiently(
        () -> {
          step.run();
          return true;
        });
  }

  private static boolean patiently(Step step) throws InterruptedException {
    for (long pause = 100; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        return step.run();
      } catch (RuntimeException e) {
        log.warn("An import waits {} ms and tries again: {}", pause, e.toString());
      }
      TimeUnit.MILLISECONDS.sleep(pause);
    }
  }
}
