package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.code.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which visits of a link share one read of it. */
class NearLinksTest {

  private static final Address SALE = new Address.Slug("big-sale-day");
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong();
  private final NearLinks near = new NearLinks(MOMENT, nanos::get);
  private final List<CompletableFuture<Optional<StoredLink>>> reads = new ArrayList<>();

  @Test
  void visits_of_a_moment_share_one_read_and_the_next_one_reads_again() {
    visit();
    reads.get(0).complete(link("https://shop.example/a"));
    nanos.addAndGet(MOMENT.toNanos() - 1);
    assertThat(visit().join()).isEqualTo(link("https://shop.example/a"));
    assertThat(reads).hasSize(1);

    nanos.incrementAndGet();
    visit();
    assertThat(reads).hasSize(2);
  }

  @Test
  void the_moment_begins_before_redis_is_asked_however_late_it_answers() {
    visit();
    nanos.addAndGet(MOMENT.toNanos() - 1);
    reads.get(0).complete(link("https://shop.example/a"));
    visit();
    assertThat(reads).hasSize(1);

    nanos.incrementAndGet();
    visit();
    assertThat(reads).hasSize(2);
    nanos.addAndGet(MOMENT.toNanos());
    reads.get(1).complete(link("https://shop.example/b"));
    visit();
    assertThat(reads).as("one that came too late serves who waited for it").hasSize(3);
  }

  @Test
  void who_comes_after_a_change_here_gets_nothing_that_was_read_before_it() {
    CompletableFuture<?> before = visit();
    near.forget(SALE);
    CompletableFuture<?> after = visit();
    reads.get(0).complete(link("https://shop.example/old"));
    reads.get(1).complete(link("https://shop.example/new"));

    assertThat(before.join()).isEqualTo(link("https://shop.example/old"));
    assertThat(after.join()).isEqualTo(link("https://shop.example/new"));
    assertThat(visit().join()).isEqualTo(link("https://shop.example/new"));
    assertThat(reads).hasSize(2);
  }

  @Test
  void neither_a_failure_nor_that_there_is_no_link_is_remembered() {
    visit();
    reads.get(0).completeExceptionally(new IllegalStateException("away"));
    visit();
    reads.get(1).complete(Optional.empty());
    visit();
    assertThat(reads).hasSize(3);
  }

  @Test
  void without_a_moment_each_visit_reads_for_itself() {
    NearLinks none = new NearLinks(Duration.ZERO, nanos::get);
    for (int visit = 0; visit < 2; visit++) {
      none.get(SALE, () -> read(CompletableFuture.completedFuture(link("https://shop.example"))));
    }
    assertThat(reads).hasSize(2);
  }

  private CompletableFuture<Optional<StoredLink>> visit() {
    return near.get(SALE, () -> read(new CompletableFuture<>()));
  }

  private CompletableFuture<Optional<StoredLink>> read(
      CompletableFuture<Optional<StoredLink>> read) {
    reads.add(read);
    return read;
  }

  private static Optional<StoredLink> link(String url) {
    return Optional.of(
        new StoredLink(1, 1, null, false, Instant.EPOCH, "shop", url, LinkOptions.NONE));
  }
}
