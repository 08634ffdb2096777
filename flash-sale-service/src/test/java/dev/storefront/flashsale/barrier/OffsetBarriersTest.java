package dev.storefront.flashsale.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.testing.Consumers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaAdmin;

class OffsetBarriersTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** More entries than any partition has here. */
  private static final long MANY = 1_000_000_000;

  @Autowired private OffsetBarriers barriers;
  @Autowired private LedgerPositions positions;
  @Autowired private LedgerStore ledger;
  @Autowired private Namespace namespace;
  @Autowired private Environment environment;
  @Autowired private KafkaListenerEndpointRegistry listeners;

  @AfterEach
  void goOn() {
    Consumers.resume(listeners);
  }

  @Test
  void once_it_is_reached_mysql_has_every_grab_that_was_answered() {
    List<Long> promotions = IntStream.range(0, 4).mapToObj(i -> onSale(100)).toList();

    for (int round = 1; round <= 10; round++) {
      promotions.forEach(this::grabOne);
      assertThat(barriers.await(promotions, LONG)).isTrue();
      for (long promotion : promotions) {
        assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(round);
      }
    }
  }

  @Test
  void while_the_ledgers_consumer_stands_still_it_is_not_reached() {
    long promotion = onSale(100);
    grabOne(promotion);
    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();
    Consumers.pause(listeners);

    grabOne(promotion);
    grabOne(promotion);
    OffsetBarriers.Barrier barrier = barriers.of(List.of(promotion));

    assertThat(barriers.await(List.of(promotion), Duration.ofMillis(300))).isFalse();
    assertThat(barriers.behind(barrier)).isEqualTo(2);
    assertThat(barriers.behind(List.of(promotion))).containsEntry(promotion, 2L);
    assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(1);
    goOn();
    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();
    assertThat(barriers.behind(barrier)).isZero();
    assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(3);
  }

  @Test
  void what_mysql_had_of_a_topic_that_was_made_anew_counts_no_more() {
    long promotion = onSale(100);
    grabOne(promotion);
    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();

    positions.next().forEach((partition, next) -> positions.reached(partition, next + MANY));
    barriers.lost();

    assertThat(positions.next().values()).allMatch(next -> next < MANY);
    grabOne(promotion);
    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();
    assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(2);
  }

  @Test
  void what_was_committed_past_the_end_of_a_topic_that_was_made_anew_counts_for_nothing() {
    Offsets anew = new Offsets(Map.of(0, 5L, 1, 5L), Map.of(0, 9L, 1, 4L));

    assertThat(anew.writtenOfThisTopic(0)).isZero();
    assertThat(anew.writtenOfThisTopic(1)).isEqualTo(4);
  }

  @Test
  void after_servers_that_could_not_be_found_it_asks_anew() {
    AtomicReference<String> servers = new AtomicReference<>("nowhere.invalid:9092");
    KafkaAdmin kafka = new KafkaAdmin(Map.of());
    kafka.setBootstrapServersSupplier(servers::get);
    TopicOffsets offsets = new TopicOffsets(kafka, namespace);
    try {
      assertThatThrownBy(() -> offsets.look().join()).hasRootCauseInstanceOf(KafkaException.class);
      assertThatThrownBy(() -> offsets.look().join()).hasRootCauseInstanceOf(KafkaException.class);

      servers.set(environment.getRequiredProperty("spring.kafka.bootstrap-servers"));
      assertThat(offsets.look().join().partitions()).isEqualTo(16);
    } finally {
      offsets.destroy();
    }
  }

  @Test
  void after_an_error_it_asks_anew() {
    KafkaAdmin kafka = new KafkaAdmin(Map.of());
    kafka.setBootstrapServersSupplier(
        () -> {
          throw new NoClassDefFoundError();
        });
    TopicOffsets offsets = new TopicOffsets(kafka, namespace);
    for (int look = 0; look < 3; look++) {
      assertThatThrownBy(() -> offsets.look().get(LONG.toSeconds(), TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    }
  }

  private void grabOne(long promotion) {
    tryGrab(freshOrder(), promotion, 1).expect(201);
  }
}
