package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Stopwatch;
import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Leases of the service's own that run out while HBase, which has their links, is away. */
@NotOnSharedServers
class LeaseSweepFaultsTest extends EndedLeases {

  private static final Duration LONG = Duration.ofMinutes(3);

  /** All of them unused. Were each waited for, that took HBase's 2 s as often. */
  private static final int MORE = 30;

  private static final Duration BRIEF = Duration.ofSeconds(20);

  private final Faults faults = TestBackends.shared().faults();

  /** How HBase is away. */
  enum Absence {
    GONE(Faults::kill),
    HANGING(Faults::pause);

    private final BiConsumer<Faults, String> begin;

    Absence(BiConsumer<Faults, String> begin) {
      this.begin = begin;
    }
  }

  @AfterEach
  void heal() {
    faults.start("hbase");
    await().atMost(LONG).until(() -> get("/actuator/health/readiness").status() == 200);
  }

  @ParameterizedTest
  @EnumSource
  void nothing_of_the_services_own_leases_comes_back_before_hbase_does(Absence absence) {
    Lease own = ownLease(10);
    long first = own.ranges().get(0).first();
    publishUnclaimed(own, first + 2);
    publishUnclaimed(own, first + 5);
    List<String> links = List.of(codeOf(first + 2), codeOf(first + 5));
    // Only HBase has one, Redis the other.
    await().atMost(LONG).until(() -> isCold(links.get(0)));
    List<Lease> all =
        Stream.concat(Stream.of(own), Stream.generate(() -> ownLease(10)).limit(MORE)).toList();

    absence.begin.accept(faults, "hbase");
    all.forEach(lease -> endLongAgo(lease.leaseId()));
    for (int sweeps = 0; sweeps < 2; sweeps++) {
      Reply others = lease(app(), unique(), 7, 10).isOk();
      long othersFirst = others.number("/ranges/0/first");
      endLongAgo(others.text("/leaseId"));
      Stopwatch time = Stopwatch.createStarted();
      sweep.sweep();
      time.stop();
      assertThat(freeFrom(othersFirst)).hasSize(10);
      assertThat(unswept()).containsAll(all.stream().map(Lease::leaseId).toList());
      assertThat(all).allMatch(lease -> freeOf(lease).isEmpty());
      assertThat(time.elapsed()).isLessThan(BRIEF);
    }

    // A region server that stood still may give up when it goes on.
    faults.kill("hbase");
    faults.start("hbase");
    await()
        .atMost(LONG)
        .until(
            () -> {
              sweep.sweep();
              return all.stream().noneMatch(lease -> unswept().contains(lease.leaseId()));
            });
    assertThat(freeFrom(first))
        .containsExactly(
            first, first + 1, first + 3, first + 4, first + 6, first + 7, first + 8, first + 9);
    assertThat(all.subList(1, all.size())).allMatch(lease -> freeOf(lease).size() == 10);
    assertThat(links).allMatch(code -> get("/" + code).status() == 302);
  }

  /** Has Redis forget a link; false if HBase has yet to hear of it. */
  private boolean isCold(String code) {
    forget(code);
    if (get("/" + code).status() != 302) {
      return false;
    }
    forget(code);
    return true;
  }

  private List<String> unswept() {
    return leases.unsweptOf(OwnCodes.CLIENT, Instant.now(), 1_000).stream()
        .map(Lease::leaseId)
        .toList();
  }

  /** Those of a lease's ids that anybody may get. */
  private List<Long> freeOf(Lease lease) {
    return freeFrom(lease.ranges().get(0).first());
  }

  /** Those of ten ids. */
  private List<Long> freeFrom(long first) {
    List<IdRange> free = pooled();
    return LongStream.range(first, first + 10)
        .filter(id -> free.stream().anyMatch(r -> r.first() <= id && id <= r.last()))
        .boxed()
        .toList();
  }
}
