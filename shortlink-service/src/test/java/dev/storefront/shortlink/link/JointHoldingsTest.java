package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.health.Replies;
import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Holdings.Holding;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Generations that many want to know at once. */
class JointHoldingsTest extends ShortLinkTest {

  private static final int LEASED = 10;
  private static final int CODES = 500;

  @Autowired JointHoldings joint;
  @Autowired Holdings holdings;
  @Autowired CodeBook codes;
  @Autowired MeterRegistry meters;

  @Test
  void codes_asked_for_at_once_are_few_questions_and_each_gets_its_own_answer() {
    Reply lease = lease(app(), unique(), 7, LEASED).expect(200);
    long first = lease.number("/ranges/0/first");
    List<Address.Numbered> asked =
        Stream.concat(
                LongStream.range(0, LEASED).mapToObj(n -> codes.addressOf(Tier.SEVEN, first + n)),
                LongStream.range(0, CODES - LEASED)
                    .mapToObj(n -> codes.addressOf(Tier.SEVEN, Tier.SEVEN.size() - n)))
            .toList();
    List<Optional<Holding>> expected =
        asked.stream()
            .map(address -> Optional.ofNullable(holdings.of(List.of(address)).get(address)))
            .toList();
    assertThat(expected.subList(0, LEASED)).allMatch(Optional::isPresent);
    assertThat(expected.subList(LEASED, CODES)).allMatch(Optional::isEmpty);

    long before = connectionsUsed();
    List<CompletableFuture<Optional<Holding>>> answers = asked.stream().map(joint::of).toList();
    assertThat(answers.stream().map(Replies::await).toList()).isEqualTo(expected);
    assertThat(connectionsUsed() - before).isLessThan(CODES / 2);
  }

  @Test
  void more_than_may_wait_are_refused_and_no_answer_is_left_out() {
    Address.Numbered nobodys = codes.addressOf(Tier.SEVEN, Tier.SEVEN.size());
    List<CompletableFuture<Boolean>> answered =
        Stream.generate(() -> joint.of(nobodys))
            .limit(20L * CODES)
            .map(answer -> answer.handle((found, refused) -> refused != null || found.isEmpty()))
            .toList();
    assertThat(Replies.all(answered.stream()))
        .succeedsWithin(SOON)
        .satisfies(answers -> assertThat(answers).containsOnly(true));
  }

  private long connectionsUsed() {
    return meters.get("hikaricp.connections.usage").timer().count();
  }
}
