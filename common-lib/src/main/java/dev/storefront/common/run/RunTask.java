package dev.storefront.common.run;

import java.io.IOException;
import java.util.List;

/** What a service does in runs of one kind. */
public interface RunTask<Q, P> {

  /**
   * Works from where the run's progress is, saving it on the way. May be called again for the same
   * run, here or in another instance: after a crash, a fault, or a wait.
   *
   * <p>What it throws counts as a fault that may pass: the run goes on later, and fails if that
   * brings it no further for about half an hour.
   *
   * @throws RunLostException if the run was cancelled, or another instance has it
   * @throws InterruptedException if the instance stops
   */
  RunOutcome work(ActiveRun<Q, P> run) throws IOException, InterruptedException;

  /** False if this instance lacks what the run needs, for example its file. */
  default boolean canWorkOn(Run<Q, P> run) {
    return true;
  }

  /**
   * Removes what a run left that is over, however it ended. Nobody works on it meanwhile. A repeat
   * does no harm; there is one if it throws.
   */
  default void clear(Run<Q, P> over) {}

  /**
   * Called a few times a minute in each instance.
   *
   * @param pending all runs that are not over, or that have yet to be cleared
   */
  default void tidy(List<Run<Q, P>> pending) throws IOException {}
}
