package dev.storefront.usertag.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.common.spool.Spool;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Works an import through: some lines at a time take the way of every tag change, and then count as
 * read. While a server is away it waits and tries those lines again; giving a tag twice does no
 * harm. After a restart it goes on behind the lines that are read.
 */
@Component
class ImportTask implements RunTask<TagImport, ImportProgress> {

  private static final int LINES_PER_STEP = 1000;

  private final Spool spool;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final UserDirectory directory;

  ImportTask(Spool spool, TagCatalog tags, Tagging tagging, UserDirectory directory) {
    this.spool = spool;
    this.tags = tags;
    this.tagging = tagging;
    this.directory = directory;
  }

  @Override
  public RunOutcome work(ActiveRun<TagImport, ImportProgress> run)
      throws IOException, InterruptedException {
    try (InputStream in = spool.open(run.request().file(), 0)) {
      return workThrough(run, new UserIdLines(in), new CountedUsers(directory));
    }
  }

  private RunOutcome workThrough(
      ActiveRun<TagImport, ImportProgress> run, UserIdLines lines, CountedUsers users)
      throws IOException, InterruptedException {
    skip(run, lines, users);
    LineBatch batch = lines.next(LINES_PER_STEP);
    while (batch.linesRead() > 0) {
      LineBatch step = batch;
      boolean[] tagExists = {true};
      run.patiently(() -> tagExists[0] = tag(run.request(), step.userIds(), "import " + run.id()));
      if (!tagExists[0]) {
        return new RunOutcome.Failed("The tag was deleted.");
      }
      ImportProgress after = run.progress().after(step, count(run, users, step));
      run.reach(after, step.rejected(), Runnable::run);
      batch = lines.next(LINES_PER_STEP);
    }
    return new RunOutcome.Done();
  }

  /** Passes over lines that are done with, and counts their users again. */
  private static void skip(
      ActiveRun<TagImport, ImportProgress> run, UserIdLines lines, CountedUsers users)
      throws IOException, InterruptedException {
    long left = run.progress().linesRead();
    while (left > 0) {
      LineBatch done = lines.next((int) Math.min(left, LINES_PER_STEP));
      if (done.linesRead() == 0) {
        return;
      }
      count(run, users, done);
      left -= done.linesRead();
    }
  }

  private static int count(
      ActiveRun<TagImport, ImportProgress> run, CountedUsers users, LineBatch batch)
      throws InterruptedException {
    int[] counted = {0};
    run.patiently(() -> counted[0] = users.count(batch.userIds()));
    return counted[0];
  }

  /** Returns false if the tag is no more. */
  private boolean tag(TagImport of, List<String> userIds, String by) {
    if (tags.find(of.tagName()).filter(tag -> tag.number() == of.tag()).isEmpty()) {
      return false;
    }
    if (!userIds.isEmpty()) {
      tagging.apply(
          userIds.stream()
              .map(
                  id ->
                      new TagChange(
                          null, new UserId(id), of.tag(), true, of.acceptedAt(), null, by))
              .toList());
    }
    return true;
  }
}
