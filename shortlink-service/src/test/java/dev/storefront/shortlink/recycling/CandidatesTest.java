package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.DatabaseReads;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Tier;
import java.time.LocalDate;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Has segments of tier 7 that nobody else opens. */
@WithBackends(database = "shortlink", namespace = "tiers")
class CandidatesTest extends ShortLinkTest {

  private static final LocalDate DAY = LocalDate.of(2020, 2, 20);
  private static final int FIRST = 1_000_000;
  private static final int MANY = 10_000;
  private static final long DAYS = 10;
  private static final int PAGE = 50;

  @Autowired Candidates candidates;
  @Autowired JdbcTemplate jdbc;
  @Autowired PlatformTransactionManager transactions;

  @AfterEach
  void the_segments_are_gone() {
    jdbc.update("DELETE FROM dispatches WHERE tier = 7 AND segment >= ?", FIRST);
    jdbc.update("DELETE FROM segments WHERE tier = 7 AND segment >= ?", FIRST);
  }

  @Test
  void a_page_of_a_day_reads_not_much_more_than_it_has() {
    jdbc.batchUpdate(
        "INSERT INTO segments (tier, segment, generation, state, last_dispatched_at, check_after)"
            + " VALUES (7, ?, 1, 'ISSUED', 0, 4102444800000)",
        segments(n -> new Object[] {FIRST + n}));
    jdbc.batchUpdate(
        "INSERT INTO dispatches (epoch, tier, segment, generation, first_id, last_id, published,"
            + " dispatched_at, dispatched_on)"
            + " VALUES (0, 7, ?, 1, 1, 1, '', 0, '2020-02-20' + INTERVAL ? DAY)",
        segments(n -> new Object[] {FIRST + n, n % DAYS}));
    jdbc.queryForList("ANALYZE TABLE segments, dispatches");
    long from = FIRST + MANY / 2;
    Long read =
        new TransactionTemplate(transactions)
            .execute(
                status -> {
                  long before = DatabaseReads.count(jdbc);
                  List<Long> page =
                      candidates.dispatchedOn(Tier.SEVEN, DAY, from, PAGE).stream()
                          .map(candidate -> candidate.segment().index())
                          .toList();
                  assertThat(page)
                      .isEqualTo(IntStream.range(0, PAGE).mapToObj(n -> from + DAYS * n).toList());
                  return DatabaseReads.count(jdbc) - before;
                });
    assertThat(read).isLessThan(6L * PAGE);
  }

  private static List<Object[]> segments(IntFunction<Object[]> row) {
    return IntStream.range(0, MANY).mapToObj(row).toList();
  }
}
