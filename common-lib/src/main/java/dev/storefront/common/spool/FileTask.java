package dev.storefront.common.spool;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Work on files of a spool: an instance works on what it has, and a file goes with its run.
 *
 * @param file where the file of a run is
 * @param task what is done with it; called only while it is here
 */
public record FileTask<Q, P>(Spool spool, Function<Q, SpooledFile> file, RunTask<Q, P> task)
    implements RunTask<Q, P> {

  @Override
  public boolean canWorkOn(Run<Q, P> run) {
    return spool.isInCharge(fileOf(run), run.updatedAt()) && task.canWorkOn(run);
  }

  @Override
  public RunOutcome work(ActiveRun<Q, P> run) throws IOException, InterruptedException {
    return spool.has(file.apply(run.request()))
        ? task.work(run)
        : new RunOutcome.Failed("Its file is lost.");
  }

  @Override
  public void clear(Run<Q, P> over) {
    task.clear(over);
    spool.delete(fileOf(over));
  }

  @Override
  public void tidy(List<Run<Q, P>> pending) throws IOException {
    task.tidy(pending);
    Set<String> needed =
        pending.stream().map(run -> fileOf(run).name()).collect(Collectors.toSet());
    spool.tidy(needed::contains);
  }

  private SpooledFile fileOf(Run<Q, P> run) {
    return file.apply(run.request());
  }
}
