package dev.storefront.shortlink.recycling;

import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.collect.Lists;
import com.google.common.util.concurrent.RateLimiter;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.link.PromisedLinks;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.segment.Candidate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Ends what a run has in quarantine. Every step can be repeated. */
@Component
class Closing {

  /** Segments asked for in one round trip. */
  private static final int PAGE = 500;

  private final Candidates candidates;
  private final SegmentTransitions transitions;
  private final IdleCodes idleCodes;
  private final PromisedLinks promised;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;
  private final Ticker ticker;

  Closing(
      Candidates candidates,
      SegmentTransitions transitions,
      IdleCodes idleCodes,
      PromisedLinks promised,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Clock clock,
      Ticker ticker) {
    this.candidates = candidates;
    this.transitions = transitions;
    this.idleCodes = idleCodes;
    this.promised = promised;
    this.memory = memory;
    this.tiers = tiers;
    this.properties = properties;
    this.clock = clock;
    this.ticker = ticker;
  }

  /** Ends the quarantine of all segments of a run; nothing is freed once Redis is doubted. */
  RunOutcome close(ActiveRun<RecyclingRequest, Recycling> run, RateLimiter pace) {
    Optional<String> doubt = Optional.empty();
    List<Candidate> page = candidates.quarantinedBy(run.id(), PAGE);
    while (!page.isEmpty()) {
      for (List<Candidate> batch : Lists.partition(page, SegmentTransitions.BATCH)) {
        pace.acquire(batch.size());
        run.check();
        if (doubt.isEmpty()) {
          promised.bringBack(batch);
          // Asked last: cold storage takes its time, in which Redis may lose what it knew.
          doubt = memory.doubtOver(idleTime(run));
        }
        close(run, batch, doubt.isPresent());
      }
      page = candidates.quarantinedBy(run.id(), PAGE);
    }
    return doubt.<RunOutcome>map(RunOutcome.Failed::new).orElseGet(RunOutcome.Done::new);
  }

  /** A try of before, of which the database has not heard, goes on. */
  private void close(
      ActiveRun<RecyclingRequest, Recycling> run, List<Candidate> batch, boolean doubted) {
    long began = ticker.read();
    Instant idleSince = clock.instant().minus(idleTime(run));
    Recycling before = run.progress();
    List<Candidate> closed =
        doubted
            ? idleCodes.closedBefore(batch)
            : idleCodes.close(batch, idleSince, properties.refusal());
    transitions.end(
        batch,
        closed,
        (rescued, on) -> {
          List<Candidate> recycled = on.stream().filter(c -> !c.idle().isEmpty()).toList();
          // Later a cold link might have come back, which Redis refused until now.
          if (!recycled.isEmpty()
              && ticker.read() - began > properties.refusal().toNanos() / 4 * 3) {
            throw new IllegalStateException("Held up for longer than Redis refuses cold links");
          }
          // So it might if Redis forgot that it refuses them.
          if (idleCodes.fellBackAfter(recycled, idleSince)) {
            throw new IllegalStateException("Held up until Redis had fallen back");
          }
          run.save(
              before.ended(
                  recycled.size(),
                  rescued.size() + on.size() - recycled.size(),
                  recycled.stream().mapToLong(c -> c.idle().count()).sum()));
        });
  }

  /** What a run that is over has in quarantine is in use again. */
  void giveUp(long runId) {
    List<Candidate> page = candidates.quarantinedBy(runId, SegmentTransitions.BATCH);
    while (!page.isEmpty()) {
      transitions.end(page, idleCodes.closedBefore(page), (rescued, on) -> {});
      page = candidates.quarantinedBy(runId, SegmentTransitions.BATCH);
    }
  }

  private Duration idleTime(ActiveRun<RecyclingRequest, Recycling> run) {
    return tiers.of(run.request().tier()).idleTime();
  }
}
