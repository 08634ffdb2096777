package dev.storefront.shortlink.recycling;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Recycles, a page of segments at a time. Every step can be repeated. */
@Component
class RecyclingTask implements RunTask<RecyclingRequest, Recycling> {

  private final Candidates candidates;
  private final SegmentTransitions transitions;
  private final IdleCodes idleCodes;
  private final SegmentMarkers markers;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;
  private final Ticker ticker;

  RecyclingTask(
      Candidates candidates,
      SegmentTransitions transitions,
      IdleCodes idleCodes,
      SegmentMarkers markers,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Clock clock,
      Ticker ticker) {
    this.candidates = candidates;
    this.transitions = transitions;
    this.idleCodes = idleCodes;
    this.markers = markers;
    this.memory = memory;
    this.tiers = tiers;
    this.properties = properties;
    this.clock = clock;
    this.ticker = ticker;
  }

  @Override
  public RunOutcome work(ActiveRun<RecyclingRequest, Recycling> run) {
    if (run.progress().phase() == Recycling.Phase.DOUBT) {
      Optional<String> doubt = memory.doubtOver(idleTime(run.request()));
      if (doubt.isPresent()) {
        return new RunOutcome.Failed(doubt.get());
      }
      run.save(run.progress().checking());
    }
    while (run.progress().phase() == Recycling.Phase.CHECKING) {
      checkPage(run);
    }
    return endQuarantine(run);
  }

  private void checkPage(ActiveRun<RecyclingRequest, Recycling> run) {
    RecyclingRequest request = run.request();
    Instant idleSince = clock.instant().minus(idleTime(request));
    List<Candidate> page = page(request, idleSince, run.progress().nextSegment());
    if (page.isEmpty()) {
      long until = clock.instant().plus(properties.quarantine()).toEpochMilli();
      run.save(run.progress().quarantine(until));
      return;
    }
    List<SegmentIds> idleIds =
        idleCodes.of(page.stream().map(Candidate::segment).toList(), idleSince);
    long live = 0;
    for (int i = 0; i < page.size(); i++) {
      Candidate candidate = page.get(i).withIdle(idleIds.get(i));
      run.check();
      boolean maybeIdle =
          !candidate.idle().isEmpty() && !candidate.lastDispatchedAt().isAfter(idleSince);
      Recycling idle = run.progress().oneMoreIdle();
      if (!maybeIdle || !transitions.quarantine(candidate, run.id(), () -> run.save(idle))) {
        live++;
      }
    }
    long next = page.get(page.size() - 1).segment().index() + 1;
    run.save(run.progress().page(next, live));
  }

  private List<Candidate> page(RecyclingRequest request, Instant idleSince, long from) {
    return request.dispatchedOn() == null
        ? candidates.dispatchedBefore(request.tier(), idleSince, from, properties.pageSize())
        : candidates.dispatchedOn(
            request.tier(), request.dispatchedOn(), from, properties.pageSize());
  }

  private RunOutcome endQuarantine(ActiveRun<RecyclingRequest, Recycling> run) {
    Long until = run.progress().quarantineUntil();
    long left = until == null ? 0 : until - clock.millis();
    if (left > 0) {
      return new RunOutcome.GoesOnIn(Duration.ofMillis(left));
    }
    List<Candidate> page = candidates.quarantinedBy(run.id(), properties.pageSize());
    while (!page.isEmpty()) {
      Optional<String> doubt = memory.doubtOver(idleTime(run.request()));
      for (Candidate candidate : page) {
        run.check();
        long began = ticker.read();
        Optional<SegmentIds> closed =
            doubt.isPresent() ? ended(candidate) : end(candidate, run.request());
        if (closed.isPresent()) {
          recycle(run, candidate, closed.get(), began);
        } else {
          Recycling rescued = run.progress().oneMoreRescued();
          transitions.rescue(candidate, () -> run.save(rescued));
        }
      }
      page = candidates.quarantinedBy(run.id(), properties.pageSize());
      if (doubt.isPresent() && page.isEmpty()) {
        return new RunOutcome.Failed(doubt.get());
      }
    }
    return new RunOutcome.Done();
  }

  private void recycle(
      ActiveRun<RecyclingRequest, Recycling> run,
      Candidate candidate,
      SegmentIds closed,
      long began) {
    Recycling after =
        closed.isEmpty()
            ? run.progress().oneMoreRescued()
            : run.progress().oneMoreRecycled(closed.count());
    transitions.recycle(
        candidate,
        closed,
        () -> {
          // Later a cold link might have come back, which Redis refused until now.
          if (!closed.isEmpty() && ticker.read() - began > properties.refusal().toNanos() / 4 * 3) {
            throw new IllegalStateException("Held up for longer than Redis refuses cold links");
          }
          run.save(after);
        });
  }

  /**
   * Ends the segment's generation, unless somebody came to all that was idle; says which ids are
   * free in the next one. A try of before, of which the database has not heard, goes on.
   */
  private Optional<SegmentIds> end(Candidate candidate, RecyclingRequest request) {
    Instant idleSince = clock.instant().minus(idleTime(request));
    return idleCodes
        .close(
            candidate.segment(),
            candidate.generation(),
            candidate.idle(),
            idleSince,
            properties.refusal())
        .or(() -> ended(candidate));
  }

  /**
   * No ids, if Redis has ended the segment's generation already and only the database has not heard
   * of it: the next generation begins, and everything stays whose it is. Empty if Redis has not;
   * the segment counts as in use from now on.
   */
  private Optional<SegmentIds> ended(Candidate candidate) {
    Segment segment = candidate.segment();
    return markers.open(List.of(new Portion(segment, candidate.generation(), segment.ids())))
        ? Optional.empty()
        : Optional.of(SegmentIds.none(segment));
  }

  /** What a cancelled run has in quarantine is in use again. */
  @Override
  public void clear(Run<RecyclingRequest, Recycling> over) {
    List<Candidate> page = candidates.quarantinedBy(over.id(), properties.pageSize());
    while (!page.isEmpty()) {
      for (Candidate candidate : page) {
        ended(candidate)
            .ifPresentOrElse(
                none -> transitions.recycle(candidate, none, () -> {}),
                () -> transitions.rescue(candidate, () -> {}));
      }
      page = candidates.quarantinedBy(over.id(), properties.pageSize());
    }
  }

  private Duration idleTime(RecyclingRequest request) {
    return tiers.of(request.tier()).idleTime();
  }
}
