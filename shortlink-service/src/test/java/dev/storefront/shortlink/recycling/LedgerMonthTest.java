package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Lists;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/**
 * Thirty days of 90 million codes a day on the ledger: leases of a thousand ids are granted, used,
 * swept and recycled by the service's own code and in its own tables, every two hours of a clock
 * that the test drives. Only who visits what is drawn, anew at each look: a code is live with
 * probability p.
 *
 * <p>The rate is smaller by a factor, and so is what the tier may open. Segments know nothing of
 * each other, so the factor changes how many there are and not what becomes of one; a line with a
 * quarter of the factor shows it. Eight callers lease at the same time, so that it ends in time,
 * and a lease is put together from more segments for that; a line has one.
 *
 * <p>{@code -Dledger.scale=20 -Dledger.set-only=true} has the line of the set strategy alone, with
 * another factor.
 */
@Tag("measurement")
@WithBackends(database = "shortlink", namespace = "ledger")
@TestPropertySource(properties = "storefront.shortlink.tiers.five.idle-time=10d")
@Import(LedgerMonthTest.Time.class)
class LedgerMonthTest extends ShortLinkTest {

  private static final int SCALE = Integer.getInteger("ledger.scale", 2_000);
  private static final double MILLIONS_A_DAY = 90;
  private static final double TIER = Tier.FIVE.size() / 1e6;
  private static final int DAYS = 30;
  private static final int STEPS_A_DAY = 12;
  private static final Duration STEP = Duration.ofDays(1).dividedBy(STEPS_A_DAY);
  private static final Duration IDLE_TIME = Duration.ofDays(10);
  private static final Duration SWEPT_AFTER = Duration.ofMinutes(12);
  private static final int CALLERS = 8;
  private static final ExecutorService EXECUTOR = Executors.newFixedThreadPool(CALLERS);

  /** Of each line, so that Redis has no markers there. */
  private static final int SEGMENTS = (int) (Tier.FIVE.segments() / 16);

  private static volatile Instant now = Instant.parse("2031-01-01T00:00:00Z");

  @Autowired Leases leases;
  @Autowired Candidates candidates;
  @Autowired SegmentTransitions transitions;
  @Autowired JdbcClient jdbc;

  private final Random random = new Random(42);
  private long firstSegment;

  /** As the measurement says. */
  @TestConfiguration(proxyBeanMethods = false)
  static class Time {

    @Bean
    Clock clock() {
      InstantSource driven = () -> now;
      return driven.withZone(ZoneOffset.UTC);
    }
  }

  @AfterAll
  static void stop() {
    EXECUTOR.shutdown();
  }

  /**
   * What a month came to.
   *
   * @param sustained million codes a day that the tier gives for thirty days
   */
  private record Month(double calculated, double sustained) {}

  @Test
  void a_month_of_each_strategy() {
    say(
        "| p | k | smaller by | callers | calculated | measured | dry at 90 | leases | dispatches |"
            + " a lease | pool | ms a lease |");
    say("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    Month set = month(0.01, 1, SCALE, CALLERS);
    if (Boolean.getBoolean("ledger.set-only")) {
      assertThat(set.sustained()).isGreaterThan(80);
      return;
    }
    List<Month> others = new ArrayList<>();
    for (double live : List.of(0.01, 0.05, 0.001)) {
      IntStream.of(1, 10, 100, 1_000)
          .filter(unit -> live != 0.01 || unit > 1)
          .forEach(unit -> others.add(month(live, unit, SCALE, CALLERS)));
    }
    Month alone = month(0.01, 1, SCALE, 1);
    Month larger = month(0.01, 1, SCALE / 4, CALLERS);
    assertThat(set.sustained()).isGreaterThan(80);
    assertThat(alone.sustained()).isBetween(set.sustained() * 0.98, set.sustained() * 1.02);
    assertThat(larger.sustained()).isBetween(set.sustained() * 0.98, set.sustained() * 1.02);
    // A run begins every two hours, and a lease ends an hour after it began.
    assertThat(others)
        .allMatch(month -> Math.abs(month.sustained() / month.calculated() - 1) < 0.05);
  }

  private Month month(double live, int unit, int scale, int callers) {
    List.of("segments", "pool", "leases", "dispatches")
        .forEach(table -> jdbc.sql("DELETE FROM " + table + " WHERE tier = 5").update());
    firstSegment += SEGMENTS;
    jdbc.sql("UPDATE tiers SET next_segment = ? WHERE tier = 5").param(firstSegment).update();
    long began = System.nanoTime();
    double wanted = 0;
    AtomicLong handedOut = new AtomicLong();
    double dry = Double.NaN;
    for (int step = 1; step <= DAYS * STEPS_A_DAY; step++) {
      now = now.plus(STEP);
      Queue<Lease> over =
          new ConcurrentLinkedQueue<>(
              leases.unsweptOfOthersThan("nobody", now.minus(SWEPT_AFTER), Integer.MAX_VALUE));
      together(
          callers,
          () -> Optional.ofNullable(over.poll()).map(each -> leases.sweep(each, Set.of())));
      recycle(live, unit);
      wanted += MILLIONS_A_DAY * 1e6 / scale / STEPS_A_DAY;
      double missing = wanted - handedOut.get();
      AtomicLong turns = new AtomicLong((long) Math.ceil(missing / Tier.SEGMENT_SIZE));
      together(
          callers,
          () ->
              turns.getAndDecrement() > 0
                  ? Optional.of(handedOut.addAndGet(use()))
                  : Optional.empty());
      if (Double.isNaN(dry) && opened(scale) > TIER) {
        dry = (double) step / STEPS_A_DAY;
      }
      if (step % (10 * STEPS_A_DAY) == 0) {
        say("  day %d: %.1f million ids opened", step / STEPS_A_DAY, opened(scale));
      }
    }
    double back = Math.pow(1 - live, unit);
    Month month =
        new Month(
            TIER / (DAYS - 20 * back - 10 * back * (1 - back)),
            MILLIONS_A_DAY * TIER / opened(scale));
    double granted = count("leases");
    say(
        "| %.1f %% | %d | %d | %d | %.1f | %.1f | %s | %.2f | %.2f | %.1f | %.2f | %.1f |",
        live * 100,
        unit,
        scale,
        callers,
        month.calculated(),
        month.sustained(),
        Double.isNaN(dry) ? "-" : "day %.0f".formatted(Math.ceil(dry)),
        granted * scale / 1e6,
        count("dispatches") * scale / 1e6,
        count("dispatches") / granted,
        count("pool") * scale / 1e6,
        (System.nanoTime() - began) / 1e6 / granted);
    return month;
  }

  /** Several do something until there is nothing more to do. */
  private static void together(int callers, Supplier<Optional<Long>> something) {
    IntStream.range(0, callers)
        .mapToObj(n -> CompletableFuture.runAsync(() -> repeat(something), EXECUTOR))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private static void repeat(Supplier<Optional<Long>> something) {
    while (something.get().isPresent()) {
      // Once more.
    }
  }

  /** Leases up to a thousand ids, and publishes under each. */
  private long use() {
    Granting granted = leases.grant("app", unique(), Tier.FIVE, Tier.SEGMENT_SIZE);
    Lease lease = ((Granting.Granted) granted).lease();
    List<Long> ids =
        lease.ranges().stream()
            .flatMapToLong(range -> LongStream.rangeClosed(range.first(), range.last()))
            .boxed()
            .toList();
    leases.claim("app", lease.leaseId(), lease.epoch(), ids);
    return ids.size();
  }

  /** As {@link RecyclingTask} does, but for what Redis would say. */
  private void recycle(double live, int unit) {
    List<Candidate> idle = new ArrayList<>();
    SortedMap<Segment, Instant> later = new TreeMap<>(Comparator.comparingLong(Segment::index));
    for (Candidate each : candidates.due(Tier.FIVE, now, Integer.MAX_VALUE)) {
      SegmentIds found =
          each.idle()
              .minus(each.idle().stream().filter(id -> random.nextDouble() < live))
              .inWholeUnits(unit);
      if (found.isEmpty()) {
        later.put(each.segment(), now.plus(IDLE_TIME));
      } else {
        idle.add(each.withIdle(found));
      }
    }
    for (List<Candidate> batch : Lists.partition(idle, SegmentTransitions.BATCH)) {
      assertThat(transitions.quarantine(batch, 1, some -> {})).isEqualTo(batch.size());
      transitions.end(batch, batch, (back, on) -> assertThat(on).hasSameSizeAs(batch));
    }
    transitions.checked(later, () -> {});
  }

  /** Million ids of the tier that were ever handed out, had it its own rate. */
  private double opened(int scale) {
    long next =
        jdbc.sql("SELECT next_segment FROM tiers WHERE tier = 5").query(Long.class).single();
    return (double) (next - firstSegment) * Tier.SEGMENT_SIZE * scale / 1e6;
  }

  private long count(String table) {
    return jdbc.sql("SELECT COUNT(*) FROM " + table + " WHERE tier = 5").query(Long.class).single();
  }

  private static void say(String line, Object... parts) {
    System.out.println(line.formatted(parts));
  }
}
