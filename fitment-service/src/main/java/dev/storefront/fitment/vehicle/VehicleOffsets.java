package dev.storefront.fitment.vehicle;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.fitment.bitmap.VehicleSet;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Vehicle id to offset. A vehicle never changes its offset, so what was read once from MySQL is
 * kept until a deletion of it is read ({@link #forgetDeleted}): an int per id in pages that appear
 * when they are first needed, 36 MB if all nine million seven-digit ids were in use. Ids without a
 * vehicle are asked for anew each time, so that an import shows at once in every instance; but for
 * questions of anybody ({@link #ofAnybody}). Also remembers which offsets deletions left empty.
 */
@Component
public class VehicleOffsets {

  private static final int PAGE_SIZE = 4096;
  private static final int PAGES = (VehicleIds.LAST - VehicleIds.FIRST) / PAGE_SIZE + 1;
  private static final int QUERY_SIZE = 5_000;

  /** So long an import of another instance may not show to anybody. */
  private static final long TRUSTED_NANOS = Duration.ofMillis(200).toNanos();

  /** Longer than any read of a vehicle takes, or clocks of instances differ. */
  private static final Duration OVERLAP = Duration.ofMinutes(1);

  private static final Logger log = LoggerFactory.getLogger(VehicleOffsets.class);

  private final Vehicles vehicles;
  private final Clock clock;

  /** One caller looks for new vehicles for all others. */
  private final Guard looking;

  /** Every vehicle up to this offset is in the pages. */
  private volatile int completeTo;

  /** When the last look began. */
  private volatile long lookedAt = System.nanoTime() - TRUSTED_NANOS - 1;

  /** A look that began before is of no use. */
  private volatile long expectedAt = lookedAt;

  /** 0 until all that was ever deleted has been read once. */
  private volatile long deletedUpTo;

  // Plain ints within a page: a reader that misses a fresh one asks MySQL once more.
  private final AtomicReferenceArray<int[]> pages = new AtomicReferenceArray<>(PAGES);
  private final VehicleSet gone = new VehicleSet();

  VehicleOffsets(
      Vehicles vehicles, CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads, Clock clock) {
    this.vehicles = vehicles;
    this.clock = clock;
    looking = new Guard(breakers, bulkheads, "mysql vehicles", 1);
  }

  /** So that no call waits for all vehicles to be read, unless MySQL is away now. */
  @EventListener(ApplicationStartedEvent.class)
  void loadAll() {
    try {
      lookForNew(System.nanoTime());
    } catch (RuntimeException e) {
      log.warn("Vehicles are read when they are asked for: {}", e.toString());
    }
  }

  /**
   * The offset of each vehicle. For a write {@link #forgetDeleted} comes before.
   *
   * @param vehicleIds seven-digit ids, repeats allowed
   */
  public OffsetLookup of(int... vehicleIds) {
    inParts(missing(vehicleIds), some -> vehicles.offsetsOf(some).forEach(this::keep));
    return cachedOf(vehicleIds);
  }

  /**
   * As {@link #of}, for callers who may ask for whatever they like: so that ids of no vehicle do
   * not reach MySQL each time, all vehicles are kept, and the counter of offsets tells, asked a few
   * times a second at most and by one caller at a time, whether there are more.
   *
   * @throws BackendUnavailableException if it did not tell in time
   */
  public OffsetLookup ofAnybody(int... vehicleIds) {
    if (Arrays.stream(vehicleIds).anyMatch(id -> cached(id) == 0)) {
      lookForNew(System.nanoTime() - TRUSTED_NANOS);
    }
    return cachedOf(vehicleIds);
  }

  /** There are more vehicles, or may be. */
  void expectNew() {
    expectedAt = System.nanoTime();
  }

  /** Unless another look has begun since. */
  private void lookForNew(long since) {
    if (hasLooked(since)) {
      return;
    }
    boolean asked =
        looking.ask(
            () -> {
              if (!hasLooked(since)) {
                loadNew();
              }
            });
    if (!asked) {
      throw new BackendUnavailableException(
          "db", false, new IllegalStateException("MySQL does not tell whether there are vehicles"));
    }
  }

  private boolean hasLooked(long since) {
    long last = lookedAt;
    return last - since >= 0 && last - expectedAt >= 0;
  }

  private void loadNew() {
    long now = System.nanoTime();
    int last = vehicles.lastOffset();
    while (completeTo < last) {
      Map<Integer, Integer> next = vehicles.offsetsBetween(completeTo + 1, completeTo + QUERY_SIZE);
      next.forEach(this::keep);
      completeTo = Math.min(last, completeTo + QUERY_SIZE);
    }
    lookedAt = now;
  }

  private OffsetLookup cachedOf(int... vehicleIds) {
    int[] offsets = new int[vehicleIds.length];
    Set<Integer> unknown = new LinkedHashSet<>();
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = cached(vehicleIds[i]);
      if (offsets[i] == 0) {
        unknown.add(vehicleIds[i]);
      }
    }
    return unknown.isEmpty()
        ? new OffsetLookup.Found(offsets)
        : new OffsetLookup.Unknown(
            unknown.stream().limit(OffsetLookup.Unknown.LISTED).toList(), unknown.size());
  }

  /** As {@link #of}, but passes over vehicles that were deleted. */
  public OffsetLookup ofRemaining(int... vehicleIds) {
    if (of(vehicleIds) instanceof OffsetLookup.Found found) {
      return found;
    }
    List<Integer> missing = missing(vehicleIds);
    Set<Integer> deleted = new HashSet<>();
    inParts(missing, some -> deleted.addAll(vehicles.deletedAmong(some)));
    return of(Arrays.stream(vehicleIds).filter(id -> !deleted.contains(id)).toArray());
  }

  /** How many vehicles of a set there still are; deletions show here within about a second. */
  public int count(VehicleSet set) {
    synchronized (gone) {
      return set.sizeWithout(gone);
    }
  }

  /**
   * Forgets what was deleted of late, here or by other instances; the first time, ever. Before
   * offsets are looked up to be written, so that none is of a vehicle that another instance has
   * deleted and imported anew since: nobody would find what is written there. Checks do without.
   */
  public void forgetDeleted() {
    long now = clock.millis();
    vehicles
        .deletedSince(deletedUpTo - OVERLAP.toMillis())
        .forEach((offset, vehicleId) -> forget(vehicleId, offset));
    deletedUpTo = now;
  }

  /** The vehicle is gone; one that came back under its id with another offset stays. */
  void forget(int vehicleId, int offset) {
    synchronized (gone) {
      gone.add(offset);
    }
    int index = vehicleId - VehicleIds.FIRST;
    int[] page = pages.get(index / PAGE_SIZE);
    if (page != null && page[index % PAGE_SIZE] == offset) {
      page[index % PAGE_SIZE] = 0;
    }
  }

  private List<Integer> missing(int[] vehicleIds) {
    return Arrays.stream(vehicleIds).filter(id -> cached(id) == 0).distinct().boxed().toList();
  }

  private static void inParts(List<Integer> vehicleIds, Consumer<List<Integer>> part) {
    for (int from = 0; from < vehicleIds.size(); from += QUERY_SIZE) {
      part.accept(vehicleIds.subList(from, Math.min(from + QUERY_SIZE, vehicleIds.size())));
    }
  }

  private void keep(int vehicleId, int offset) {
    int index = vehicleId - VehicleIds.FIRST;
    page(index / PAGE_SIZE)[index % PAGE_SIZE] = offset;
  }

  private int cached(int vehicleId) {
    int index = vehicleId - VehicleIds.FIRST;
    int[] page = pages.get(index / PAGE_SIZE);
    return page == null ? 0 : page[index % PAGE_SIZE];
  }

  private int[] page(int number) {
    int[] page = pages.get(number);
    if (page != null) {
      return page;
    }
    int[] fresh = new int[PAGE_SIZE];
    return pages.compareAndSet(number, null, fresh) ? fresh : pages.get(number);
  }
}
