package dev.storefront.shortlink.recycling;

import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.collect.Comparators;
import com.google.common.collect.Lists;
import com.google.common.util.concurrent.RateLimiter;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.link.PromisedLinks;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.springframework.stereotype.Component;

/** Recycles, a page of segments at a time. Every step can be repeated. */
@Component
class RecyclingTask implements RunTask<RecyclingRequest, Recycling> {

  /** An edit or a deletion may end a link before its time. */
  private static final Duration LONGEST_PUT_OFF = Duration.ofDays(10);

  /** Segments asked for in one round trip. */
  private static final int PAGE = 500;

  /** Segments that change in one transaction. */
  private static final int BATCH = 50;

  private final Candidates candidates;
  private final SegmentTransitions transitions;
  private final IdleCodes idleCodes;
  private final PromisedLinks promised;
  private final SegmentMarkers markers;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;
  private final Ticker ticker;
  private final RateLimiter pace;

  RecyclingTask(
      Candidates candidates,
      SegmentTransitions transitions,
      IdleCodes idleCodes,
      PromisedLinks promised,
      SegmentMarkers markers,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Clock clock,
      Ticker ticker) {
    this.candidates = candidates;
    this.transitions = transitions;
    this.idleCodes = idleCodes;
    this.promised = promised;
    this.markers = markers;
    this.memory = memory;
    this.tiers = tiers;
    this.properties = properties;
    this.clock = clock;
    this.ticker = ticker;
    this.pace = RateLimiter.create(properties.segmentsPerSecond());
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
    for (List<Candidate> batch : Lists.partition(maybeIdle, BATCH)) {
      run.check();
      Recycling before = run.progress();
      live -= transitions.quarantine(batch, run.id(), some -> run.save(before.moreIdle(some)));
    }
    Recycling after = run.progress().page(checkAfter.lastKey().index() + 1, live);
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

  private RunOutcome endQuarantine(ActiveRun<RecyclingRequest, Recycling> run) {
    Long until = run.progress().quarantineUntil();
    long left = until == null ? 0 : until - clock.millis();
    if (left > 0) {
      return new RunOutcome.GoesOnIn(Duration.ofMillis(left));
    }
    List<Candidate> page = candidates.quarantinedBy(run.id(), PAGE);
    while (!page.isEmpty()) {
      Optional<String> doubt = Optional.empty();
      for (List<Candidate> batch : Lists.partition(page, BATCH)) {
        pace.acquire(batch.size());
        run.check();
        if (doubt.isEmpty()) {
          promised.bringBack(batch);
          // Asked last: cold storage takes its time, in which Redis may lose what it knew.
          doubt = memory.doubtOver(idleTime(run.request()));
        }
        end(run, batch, doubt.isPresent());
      }
      page = candidates.quarantinedBy(run.id(), PAGE);
      if (doubt.isPresent() && page.isEmpty()) {
        return new RunOutcome.Failed(doubt.get());
      }
    }
    return new RunOutcome.Done();
  }

  /**
   * Ends the generations of segments, unless somebody came to all that was idle. A try of before,
   * of which the database has not heard, goes on.
   */
  private void end(
      ActiveRun<RecyclingRequest, Recycling> run, List<Candidate> batch, boolean doubted) {
    long began = ticker.read();
    Recycling before = run.progress();
    List<Optional<SegmentIds>> idle =
        doubted
            ? Collections.nCopies(batch.size(), Optional.empty())
            : idleCodes.close(
                batch, clock.instant().minus(idleTime(run.request())), properties.refusal());
    end(
        batch,
        idle,
        (rescued, closed) -> {
          List<Candidate> recycled = closed.stream().filter(c -> !c.idle().isEmpty()).toList();
          // Later a cold link might have come back, which Redis refused until now.
          if (!recycled.isEmpty()
              && ticker.read() - began > properties.refusal().toNanos() / 4 * 3) {
            throw new IllegalStateException("Held up for longer than Redis refuses cold links");
          }
          run.save(
              before.ended(
                  recycled.size(),
                  rescued.size() + closed.size() - recycled.size(),
                  recycled.stream().mapToLong(c -> c.idle().count()).sum()));
        });
  }

  /**
   * @param idle of each segment the ids that are free in its next generation; empty if it does not
   *     go on, unless Redis has ended its generation already and only the database has not heard of
   *     it: then the next one begins, and everything stays whose it is
   */
  private void end(
      List<Candidate> batch,
      List<Optional<SegmentIds>> idle,
      BiConsumer<List<Candidate>, List<Candidate>> count) {
    List<Candidate> closed = new ArrayList<>();
    List<Candidate> others = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Candidate candidate = batch.get(i);
      idle.get(i)
          .ifPresentOrElse(ids -> closed.add(candidate.withIdle(ids)), () -> others.add(candidate));
    }
    List<Boolean> open =
        markers.openEach(
            others.stream()
                .map(c -> new Portion(c.segment(), c.generation(), c.segment().ids()))
                .toList());
    List<Candidate> rescued = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      Candidate candidate = others.get(i);
      if (open.get(i)) {
        rescued.add(candidate);
      } else {
        closed.add(candidate.withIdle(SegmentIds.none(candidate.segment())));
      }
    }
    transitions.end(rescued, closed, count);
  }

  /** What a cancelled run has in quarantine is in use again. */
  @Override
  public void clear(Run<RecyclingRequest, Recycling> over) {
    List<Candidate> page = candidates.quarantinedBy(over.id(), BATCH);
    while (!page.isEmpty()) {
      end(page, Collections.nCopies(page.size(), Optional.empty()), (rescued, closed) -> {});
      page = candidates.quarantinedBy(over.id(), BATCH);
    }
  }

  private Duration idleTime(RecyclingRequest request) {
    return tiers.of(request.tier()).idleTime();
  }
}
