package dev.storefront.common.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run and how far it is. All times are the database's.
 *
 * @param id higher for each later run
 * @param failure why it is {@link RunState#FAILED}, else null
 * @param request what was asked for
 * @param progress how far it is, as it was last saved
 * @param startedAt when it was first worked on; null until then
 * @param finishedAt null until it is over
 * @param updatedAt when something of it last changed
 * @param takeovers how often an instance went on with it after another one ended without a word
 * @param <Q> a record of what is asked for
 * @param <P> a record of how far a run is: numbers by name, and what else it has to tell
 */
public record Run<Q, P>(
    long id,
    RunState state,
    @Nullable String failure,
    Q request,
    P progress,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    Instant updatedAt,
    int takeovers) {}
