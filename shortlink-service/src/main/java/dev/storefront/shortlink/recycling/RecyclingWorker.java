package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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

  private final String name = UUID.randomUUID().toString();
  private final RunStore runs;
  private final Candidates candidates;
  private final SegmentTransitions transitions;
  private final SegmentMarkers markers;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;

  RecyclingWorker(
      RunStore runs,
      Candidates candidates,
      SegmentTransitions transitions,
      SegmentMarkers markers,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Clock clock) {
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
    while (runs.claim(id, name, clock.instant(), CLAIM)) {
      Run run = runs.find(id).orElseThrow();
      boolean goOn =
          switch (run.state()) {
            case QUEUED -> begin(run);
            case CHECKING -> checkPage(run);
            case QUARANTINE -> endQuarantine(run);
            case DONE, REFUSED -> false;
          };
      if (!goOn) {
        return;
      }
    }
  }

  private boolean begin(Run run) {
    Optional<String> doubt = memory.doubtOver(idleTime(run));
    if (doubt.isPresent()) {
      runs.finish(run.id(), Run.State.REFUSED, doubt.get(), clock.instant());
      return false;
    }
    runs.begin(run.id());
    return true;
  }

  private boolean checkPage(Run run) {
    Instant idleSince = clock.instant().minus(idleTime(run));
    List<Candidate> page =
        run.dispatchedOn() == null
            ? candidates.dispatchedBefore(
                run.tier(), idleSince, run.nextSegment(), properties.pageSize())
            : candidates.dispatchedOn(
                run.tier(), run.dispatchedOn(), run.nextSegment(), properties.pageSize());
    if (page.isEmpty()) {
      runs.quarantine(run.id(), clock.instant().plus(properties.quarantine()));
      return true;
    }
    List<Boolean> present = markers.present(page.stream().map(Candidate::segment).toList());
    long idle = 0;
    for (int i = 0; i < page.size(); i++) {
      Candidate candidate = page.get(i);
      if (!present.get(i)
          && !candidate.lastDispatchedAt().isAfter(idleSince)
          && transitions.quarantine(candidate, run.id())) {
        idle++;
      }
    }
    long next = page.get(page.size() - 1).segment().index() + 1;
    runs.addChecked(run.id(), next, page.size(), idle);
    return true;
  }

  private boolean endQuarantine(Run run) {
    Instant until = run.quarantineUntil();
    if (until == null || clock.instant().isBefore(until)) {
      return false;
    }
    List<Candidate> page = candidates.quarantinedBy(run.id(), properties.pageSize());
    if (page.isEmpty()) {
      runs.finish(run.id(), Run.State.DONE, null, clock.instant());
      return false;
    }
    Optional<String> doubt = memory.doubtOver(idleTime(run));
    if (doubt.isPresent()) {
      page.forEach(candidate -> transitions.rescue(candidate, run.id()));
      if (candidates.quarantinedBy(run.id(), 1).isEmpty()) {
        runs.finish(run.id(), Run.State.REFUSED, doubt.get(), clock.instant());
      }
      return true;
    }
    page.forEach(candidate -> closeOrRescue(candidate, run));
    return true;
  }

  private void closeOrRescue(Candidate candidate, Run run) {
    if (markers.close(candidate.segment(), candidate.generation(), properties.refusal())) {
      transitions.recycle(candidate, run.id());
    } else {
      transitions.rescue(candidate, run.id());
    }
  }

  private Duration idleTime(Run run) {
    return tiers.of(run.tier()).idleTime();
  }
}
