package dev.storefront.shortlink.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Has tier 7 of the namespace to itself. */
@WithBackends(database = "shortlink", namespace = "recycling")
@TestPropertySource(properties = "storefront.shortlink.recycling.quarantine=1500ms")
class SegmentPoolTest extends ShortLinkTest {

  @Autowired SegmentPool pool;
  @Autowired JdbcClient jdbc;
  @Autowired Clock clock;
  @Autowired PlatformTransactionManager transactions;

  @Test
  void ids_handed_back_to_a_segment_in_quarantine_stay_with_it() {
    Portion lent = inQuarantine();
    handBack(lent);
    assertThat(rows(lent.segment(), "available")).isZero();
    assertThat(rows(lent.segment(), "NOT available")).isPositive();
    inTransaction(() -> pool.rescue(lent.segment(), lent.generation()));
    assertThat(rows(lent.segment(), "NOT available")).isZero();
    assertThat(rows(lent.segment(), "available")).isPositive();
  }

  @Test
  void ids_of_an_ended_generation_do_not_come_back() {
    Portion lent = inQuarantine();
    inTransaction(() -> pool.recycle(lent.segment(), lent.generation()));
    handBack(lent);
    assertThat(rows(lent.segment(), "TRUE")).isEqualTo(1);
    assertThat(rows(lent.segment(), "generation = " + (lent.generation() + 1))).isEqualTo(1);
  }

  private Portion inQuarantine() {
    Portion lent = inTransaction(() -> pool.take(Tier.SEVEN, 10, clock.instant())).get(0);
    Segment segment = lent.segment();
    assertThat(inTransaction(() -> pool.quarantine(segment, lent.generation(), unique()))).isTrue();
    return lent;
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
