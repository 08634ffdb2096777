package dev.storefront.shortlink.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.marker.SegmentMarkers;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Has tier 7 of the namespace to itself. */
@WithBackends(database = "shortlink", namespace = "recycling")
@TestPropertySource(
    properties = {
      "storefront.shortlink.recycling.quarantine=1ms",
      "storefront.shortlink.recycling.refusal=6s"
    })
class SegmentPoolTest extends ShortLinkTest {

  private static final String CLIENT = "order-app";

  @Autowired SegmentPool pool;
  @Autowired Leases leases;
  @Autowired Holdings holdings;
  @Autowired SegmentMarkers markers;
  @Autowired CodeBook codes;
  @Autowired JdbcClient jdbc;
  @Autowired Clock clock;
  @Autowired PlatformTransactionManager transactions;

  @Test
  void ids_handed_back_to_a_segment_in_quarantine_stay_with_it() {
    Portion lent = inQuarantine();
    handBack(lent);
    assertThat(rows(lent.segment(), "available")).isZero();
    assertThat(rows(lent.segment(), "NOT available")).isPositive();
    inTransaction(
        () -> {
          pool.rescue(pool.lockQuarantined(all(lent)));
          return true;
        });
    assertThat(rows(lent.segment(), "NOT available")).isZero();
    assertThat(rows(lent.segment(), "available")).isPositive();
  }

  @Test
  void ids_of_an_ended_generation_do_not_come_back() {
    Portion lent = inQuarantine();
    inTransaction(
        () -> {
          pool.recycle(pool.lockQuarantined(all(lent)));
          return true;
        });
    handBack(lent);
    assertThat(rows(lent.segment(), "TRUE")).isEqualTo(1);
    assertThat(rows(lent.segment(), "generation = " + (lent.generation() + 1))).isEqualTo(1);
  }

  @Test
  void of_many_segments_only_those_go_into_quarantine_of_which_nobody_is_taking_ids() {
    List<Candidate> two =
        Stream.of(lend(1000), lend(1000))
            .map(lease -> lease.portions().get(0))
            .flatMap(lent -> all(lent).stream())
            .sorted(Comparator.comparing(candidate -> candidate.segment().index()))
            .toList();
    Candidate free = two.get(0);
    Candidate taken = two.get(1);
    inTransaction(
        () -> {
          two.forEach(c -> pool.giveBack(List.of(portion(c))));
          return true;
        });
    inTransaction(
        () -> {
          jdbc.sql("SELECT id FROM pool WHERE tier = 7 AND segment = ? FOR UPDATE")
              .param(taken.segment().index())
              .query(Long.class)
              .list();
          return apart(() -> pool.quarantine(pool.lockIssued(two), 13));
        });
    assertThat(rows(free.segment(), "NOT available")).isEqualTo(1);
    assertThat(rows(taken.segment(), "available")).isEqualTo(1);
    inTransaction(
        () -> {
          pool.rescue(pool.lockQuarantined(two));
          return true;
        });
    assertThat(rows(free.segment(), "available")).isEqualTo(1);
  }

  /** With 5 % of live codes a lease is fifty ranges: a few callers have more than a look shows. */
  @Test
  void no_segment_is_opened_while_ids_are_free_however_many_others_are_just_taking() {
    jdbc.sql("DELETE FROM pool WHERE tier = 7").update();
    Portion lent = inTransaction(() -> pool.take(Tier.SEVEN, 1000, clock.instant())).get(0);
    List<Portion> pieces =
        LongStream.rangeClosed(lent.ids().first(), lent.ids().last())
            .filter(id -> id % 2 == 0)
            .mapToObj(id -> new Portion(lent.segment(), lent.generation(), new IdRange(id, id)))
            .toList();
    inTransaction(
        () -> {
          pool.giveBack(pieces);
          return true;
        });
    List<Portion> taken =
        inTransaction(
            () -> {
              jdbc.sql(
                      "SELECT id FROM pool FORCE INDEX (PRIMARY) WHERE tier = 7"
                          + " ORDER BY id LIMIT 400 FOR UPDATE")
                  .query(Long.class)
                  .list();
              return apart(() -> pool.take(Tier.SEVEN, 30, clock.instant()));
            });
    assertThat(taken).isEqualTo(pieces.subList(400, 430));
  }

  private static Portion portion(Candidate all) {
    return new Portion(all.segment(), all.generation(), all.segment().ids());
  }

  private <T> T apart(Supplier<T> step) {
    TransactionTemplate another = new TransactionTemplate(transactions);
    another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    another.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    return another.execute(status -> step.get());
  }

  /** Twelve rounds of lending, publishing, handing back and going on, each at random. */
  @Test
  void an_id_is_free_or_somebodys_in_one_generation_however_segments_are_cut() {
    jdbc.sql("DELETE FROM pool WHERE tier = 7").update();
    Random random = new Random(12);
    Map<Long, Integer> held = new TreeMap<>();
    Lease first = lend(1);
    Segment segment = first.portions().get(0).segment();
    leases.release(CLIENT, first.leaseId());
    for (int generation = 1; generation <= 12; generation++) {
      Lease lease = lend(1 + random.nextInt(900 - held.size()));
      for (Portion portion : lease.portions()) {
        assertThat(portion.segment()).isEqualTo(segment);
        assertThat(portion.generation()).isEqualTo(generation);
        LongStream.rangeClosed(portion.ids().first(), portion.ids().last())
            .filter(id -> random.nextInt(10) == 0)
            .forEach(id -> assertThat(held.put(id, portion.generation())).isNull());
      }
      leases.claim(CLIENT, lease.leaseId(), lease.epoch(), held.keySet());
      leases.release(CLIENT, lease.leaseId());
      held.keySet().removeIf(id -> random.nextInt(5) == 0);
      goOn(segment, generation, held.keySet());
      assertThat(free(segment)).isEqualTo(without(segment, held.keySet()).ranges());
      assertThat(holdings(segment)).isEqualTo(held);
    }
    goOn(segment, 13, Set.of());
    assertThat(free(segment)).containsExactly(segment.ids());
  }

  private Lease lend(int count) {
    return ((Granting.Granted) leases.grant(CLIENT, unique(), Tier.SEVEN, count)).lease();
  }

  private void goOn(Segment segment, int generation, Set<Long> live) {
    SegmentIds closed = without(segment, live);
    jdbc.sql("UPDATE segments SET state = 'ISSUED' WHERE tier = 7 AND segment = ?")
        .param(segment.index())
        .update();
    assertThat(
            inTransaction(
                () -> {
                  List<Candidate> on = candidates(segment, generation, closed);
                  boolean done = pool.quarantine(pool.lockIssued(on), 1).equals(on);
                  pool.recycle(pool.lockQuarantined(on));
                  holdings.end(on, clock.instant());
                  return done;
                }))
        .isTrue();
    assertThat(markers.open(List.of(new Portion(segment, generation + 1, segment.ids())))).isTrue();
  }

  private static SegmentIds without(Segment segment, Set<Long> live) {
    return SegmentIds.all(segment).minus(live.stream().mapToLong(id -> id));
  }

  private List<IdRange> free(Segment segment) {
    return jdbc.sql(
            "SELECT first_id, last_id FROM pool WHERE tier = 7 AND segment = ? AND available"
                + " ORDER BY first_id")
        .param(segment.index())
        .query((row, n) -> new IdRange(row.getLong(1), row.getLong(2)))
        .list();
  }

  private Map<Long, Integer> holdings(Segment segment) {
    List<Address.Numbered> addresses =
        SegmentIds.all(segment).stream().mapToObj(id -> codes.addressOf(Tier.SEVEN, id)).toList();
    Map<Address, Holdings.Holding> found = holdings.of(addresses);
    Map<Long, Integer> generations = new TreeMap<>();
    for (Address.Numbered address : addresses) {
      Holdings.Holding holding = found.get(address);
      if (holding != null) {
        generations.put(address.id(), holding.generation());
      }
    }
    return generations;
  }

  private Portion inQuarantine() {
    Portion lent = inTransaction(() -> pool.take(Tier.SEVEN, 10, clock.instant())).get(0);
    Segment segment = lent.segment();
    assertThat(inTransaction(() -> pool.quarantine(pool.lockIssued(all(lent)), 12)))
        .extracting(Candidate::segment)
        .containsExactly(segment);
    return lent;
  }

  private List<Candidate> all(Portion lent) {
    return candidates(lent.segment(), lent.generation(), SegmentIds.all(lent.segment()));
  }

  private List<Candidate> candidates(Segment segment, int generation, SegmentIds idle) {
    return List.of(new Candidate(segment, generation, clock.instant(), idle));
  }

  private void handBack(Portion lent) {
    inTransaction(
        () -> {
          pool.giveBack(List.of(lent));
          return true;
        });
  }

  private <T> T inTransaction(Supplier<T> step) {
    return new TransactionTemplate(transactions).execute(status -> step.get());
  }

  private long rows(Segment segment, String condition) {
    return jdbc.sql("SELECT COUNT(*) FROM pool WHERE tier = 7 AND segment = ? AND " + condition)
        .param(segment.index())
        .query(Long.class)
        .single();
  }
}
