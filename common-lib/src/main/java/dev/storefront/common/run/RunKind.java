package dev.storefront.common.run;

/**
 * What all runs of a kind have in common.
 *
 * @param name in the table, in metrics and in logs, 1-40 characters, for example {@code tag-import}
 * @param request the record of what is asked for
 * @param start how far a new run is
 * @param atATime runs that an instance works on side by side, 1 or more
 * @param mostOpen runs that are not over, or over and not cleared yet, for what they left piles up;
 *     no further one is started then, 1 or more
 * @param mostFindings findings that are kept of a run, 0 or more
 */
public record RunKind<Q, P>(
    String name, Class<Q> request, P start, int atATime, int mostOpen, int mostFindings) {

  @SuppressWarnings("unchecked") // a record's class has no subclass
  Class<P> progress() {
    return (Class<P>) start.getClass();
  }
}
