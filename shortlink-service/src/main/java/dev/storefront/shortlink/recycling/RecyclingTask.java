package dev.storefront.shortlink.recycling;

import com.google.common.collect.Comparators;
import com.google.common.collect.Lists;
import com.google.common.util.concurrent.RateLimiter;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.segment.Candidate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Recycles, a page of segments at a time. Every step can be repeated. Runs of different tiers go
 * side by side in an instance, those of one tier take turns.
 */
@Component
class RecyclingTask implements RunTask<RecyclingRequest, Recycling> {

  /** An edit or a deletion may end a link before its time. */
  private static final Duration LONGEST_PUT_OFF = Duration.ofDays(10);

  /** Until another run of the tier, which began at the same time, may be over or wait. */
  private static final Duration TURN = Duration.ofSeconds(1);

  /** Segments asked for in one round trip. */
  private static final int PAGE = 500;

  private final Candidates candidates;
  private final SegmentTransitions transitions;
  private final IdleCodes idleCodes;
  private final Closing closing;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;
  private final Set<Tier> atWork = ConcurrentHashMap.newKeySet();
  private final Map<Tier, RateLimiter> paces = new ConcurrentHashMap<>();

  RecyclingTask(
      Candidates candidates,
      SegmentTransitions transitions,
      IdleCodes idleCodes,
      Closing closing,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Clock clock) {
    this.candidates = candidates;
    this.transitions = transitions;
    this.idleCodes = idleCodes;
    this.closing = closing;
    this.memory = memory;
    this.tiers = tiers;
    this.properties = properties;
    this.clock = clock;
  }

  @Override
  public boolean canWorkOn(Run<RecyclingRequest, Recycling> run) {
    return !atWork.contains(run.request().tier());
  }

  @Override
  public RunOutcome work(ActiveRun<RecyclingRequest, Recycling> run) {
    Tier tier = run.request().tier();
    if (!atWork.add(tier)) {
      return new RunOutcome.GoesOnIn(TURN);
    }
    try {
      return workAlone(run);
    } finally {
      atWork.remove(tier);
    }
  }

  private RunOutcome workAlone(ActiveRun<RecyclingRequest, Recycling> run) {
    RateLimiter pace =
        paces.computeIfAbsent(
            run.request().tier(), tier -> RateLimiter.create(properties.segmentsPerSecond()));
    if (run.progress().phase() == Recycling.Phase.DOUBT) {
      Optional<String> doubt = memory.doubtOver(idleTime(run.request()));
      if (doubt.isPresent()) {
        return new RunOutcome.Failed(doubt.get());
      }
      run.save(run.progress().checking());
    }
    while (run.progress().phase() == Recycling.Phase.CHECKING) {
      checkPage(run, pace);
    }
    Long until = run.progress().quarantineUntil();
    long left = until == null ? 0 : until - clock.millis();
    return left > 0 ? new RunOutcome.GoesOnIn(Duration.ofMillis(left)) : closing.close(run, pace);
  }

  private void checkPage(ActiveRun<RecyclingRequest, Recycling> run, RateLimiter pace) {
    Instant now = clock.instant();
    Instant idleSince = now.minus(idleTime(run.request()));
    List<Candidate> page = page(run);
    if (page.isEmpty()) {
      run.save(run.progress().quarantine(now.plus(properties.quarantine()).toEpochMilli()));
      return;
    }
    pace.acquire(page.size());
    List<IdleCodes.Idle> idle =
        idleCodes.of(page.stream().map(Candidate::segment).toList(), idleSince);
    List<Candidate> maybeIdle = new ArrayList<>();
    SortedMap<Segment, Instant> checkAfter =
        new TreeMap<>(Comparator.comparingLong(Segment::index));
    for (int i = 0; i < page.size(); i++) {
      Candidate candidate = page.get(i).withIdle(idle.get(i).ids());
      if (!candidate.idle().isEmpty() && !candidate.lastDispatchedAt().isAfter(idleSince)) {
        maybeIdle.add(candidate);
      }
      // What is idle is put off by nothing: somebody has a lease, or had one until just now.
      Duration putOff =
          candidate.idle().isEmpty()
              ? Comparators.min(idle.get(i).othersLast(), LONGEST_PUT_OFF)
              : Duration.ZERO;
      checkAfter.put(candidate.segment(), later(run, now.plus(putOff)));
    }
    long live = page.size();
    for (List<Candidate> batch : Lists.partition(maybeIdle, SegmentTransitions.BATCH)) {
      run.check();
      Recycling before = run.progress();
      live -= transitions.quarantine(batch, run.id(), some -> run.save(before.moreIdle(some)));
    }
    long bytes = idle.stream().mapToLong(IdleCodes.Idle::bytes).sum();
    Recycling after = run.progress().page(checkAfter.lastKey().index() + 1, live, bytes);
    transitions.checked(checkAfter, () -> run.save(after));
  }

  private List<Candidate> page(ActiveRun<RecyclingRequest, Recycling> run) {
    RecyclingRequest request = run.request();
    return request.dispatchedOn() == null
        ? candidates.due(request.tier(), run.asTaken().createdAt(), PAGE)
        : candidates.dispatchedOn(
            request.tier(), request.dispatchedOn(), run.progress().nextSegment(), PAGE);
  }

  /** After what the run asks for: it looks at each segment once, whatever the clocks. */
  private static Instant later(ActiveRun<?, ?> run, Instant time) {
    return Comparators.max(time, run.asTaken().createdAt().plusMillis(1));
  }

  @Override
  public void clear(Run<RecyclingRequest, Recycling> over) {
    closing.giveUp(over.id());
  }

  private Duration idleTime(RecyclingRequest request) {
    return tiers.of(request.tier()).idleTime();
  }
}
