package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.recycling.RunStore.Claim;
import dev.storefront.shortlink.segment.Portion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Works on recycling runs, one instance on each, a page at a time; another instance goes on where
 * one stopped. Every step can be repeated.
 */
@Component
class RecyclingWorker {

  private static final Logger log = LoggerFactory.getLogger(RecyclingWorker.class);
  private static final Duration CLAIM = Duration.ofSeconds(30);
  private static final int MOST_RUNS = 100;

  private final String name;
  private final RunStore runs;
  private final Candidates candidates;
  private final SegmentTransitions transitions;
  private final SegmentMarkers markers;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;
  private Instant claimAgainAt = Instant.MIN;

  RecyclingWorker(
      RunStore runs,
      Candidates candidates,
      SegmentTransitions transitions,
      SegmentMarkers markers,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Supplier<UUID> ids,
      Clock clock) {
    this.name = ids.get().toString();
    this.runs = runs;
    this.candidates = candidates;
    this.transitions = transitions;
    this.markers = markers;
    this.memory = memory;
    this.tiers = tiers;
    this.properties = properties;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.shortlink.recycling.poll:1s}")
  void work() {
    try {
      runs.unfinished(MOST_RUNS).forEach(this::workOnSafely);
    } catch (DataAccessException e) {
      log.warn("Recycling runs go on once the database is back: {}", e.toString());
    }
  }

  private void workOnSafely(String id) {
    try {
      workOn(id);
    } catch (RuntimeException e) {
      log.warn("Recycling run {} goes on later: {}", id, e.toString());
    }
  }

  private void workOn(String id) {
    Claim claim = new Claim(id, name);
    while (hold(claim)) {
      Run run = runs.find(id).orElseThrow();
      boolean goOn =
          switch (run.state()) {
            case QUEUED -> begin(run, claim);
            case CHECKING -> checkPage(run, claim);
            case QUARANTINE -> endQuarantine(run, claim);
            case DONE, REFUSED -> false;
          };
      if (!goOn) {
        return;
      }
    }
  }

  private boolean hold(Claim claim) {
    Instant now = clock.instant();
    claimAgainAt = now.plus(CLAIM.dividedBy(3));
    return runs.claim(claim, now, CLAIM);
  }

  /** Within a page, whose segments take their time one by one: well before the claim ends. */
  private boolean holdOn(Claim claim) {
    return clock.instant().isBefore(claimAgainAt) || hold(claim);
  }

  private boolean begin(Run run, Claim claim) {
    Optional<String> doubt = memory.doubtOver(idleTime(run));
    if (doubt.isPresent()) {
      runs.finish(claim, Run.State.REFUSED, doubt.get(), clock.instant());
      return false;
    }
    return runs.begin(claim);
  }

  private boolean checkPage(Run run, Claim claim) {
    Instant idleSince = clock.instant().minus(idleTime(run));
    List<Candidate> page =
        run.dispatchedOn() == null
            ? candidates.dispatchedBefore(
                run.tier(), idleSince, run.nextSegment(), properties.pageSize())
            : candidates.dispatchedOn(
                run.tier(), run.dispatchedOn(), run.nextSegment(), properties.pageSize());
    if (page.isEmpty()) {
      return runs.quarantine(claim, clock.instant().plus(properties.quarantine()));
    }
    List<Boolean> present = markers.present(page.stream().map(Candidate::segment).toList());
    long live = 0;
    for (int i = 0; i < page.size(); i++) {
      Candidate candidate = page.get(i);
      if (!holdOn(claim)) {
        return false;
      }
      boolean maybeIdle = !present.get(i) && !candidate.lastDispatchedAt().isAfter(idleSince);
      if (!maybeIdle || !transitions.quarantine(candidate, claim)) {
        live++;
      }
    }
    long next = page.get(page.size() - 1).segment().index() + 1;
    return runs.addLive(claim, run.nextSegment(), next, live);
  }

  private boolean endQuarantine(Run run, Claim claim) {
    Instant until = run.quarantineUntil();
    if (until == null || clock.instant().isBefore(until)) {
      return false;
    }
    List<Candidate> page = candidates.quarantinedBy(run.id(), properties.pageSize());
    if (page.isEmpty()) {
      runs.finish(claim, Run.State.DONE, null, clock.instant());
      return false;
    }
    Optional<String> doubt = memory.doubtOver(idleTime(run));
    for (Candidate candidate : page) {
      if (!holdOn(claim)) {
        return false;
      }
      boolean ended = doubt.isPresent() ? hasEnded(candidate) : ends(candidate);
      if (ended) {
        transitions.recycle(candidate, claim);
      } else {
        transitions.rescue(candidate, claim);
      }
    }
    if (doubt.isPresent() && candidates.quarantinedBy(run.id(), 1).isEmpty()) {
      runs.finish(claim, Run.State.REFUSED, doubt.get(), clock.instant());
    }
    return true;
  }

  /** Ends the segment's generation, unless somebody came. */
  private boolean ends(Candidate candidate) {
    return markers.close(candidate.segment(), candidate.generation(), properties.refusal());
  }

  /**
   * True if the segment's generation was ended before the doubt came up, and only the database has
   * not heard of it yet: Redis refuses its links already. If not, it counts as in use from now on.
   */
  private boolean hasEnded(Candidate candidate) {
    Segment segment = candidate.segment();
    return !markers.open(List.of(new Portion(segment, candidate.generation(), segment.ids())));
  }

  private Duration idleTime(Run run) {
    return tiers.of(run.tier()).idleTime();
  }
}
