package dev.storefront.shortlink.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Iterables;
import dev.storefront.common.redis.RedisDoubt;
import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.testing.Fallbacks;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import dev.storefront.shortlink.marker.IdleCodes;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * A replica that gets nothing for an hour and takes over then. The hour is one of the service's
 * clock, which gives changes and heartbeats their times; Redis' own goes on as ever.
 */
@WithBackends(database = "shortlink", namespace = "hour")
@WithOwnRedis
@Import(LaggingHourTest.Time.class)
class LaggingHourTest extends ChangedLinks {

  private static final Duration STEP = Duration.ofMinutes(20);

  /** At 0, 20, 40 and 60 minutes. */
  private static final int TIMES = 4;

  /** So many that at each time some are changed on the node that falls back. */
  private static final int SLUGS = 114;

  /** The last heartbeat is half a second old, on a busy machine some more. */
  private static final Duration HEARTBEATS_APART = Duration.ofSeconds(30);

  /** What the clock is ahead. */
  private static volatile Duration ahead = Duration.ZERO;

  /** By generation. */
  private static final Map<Long, RedisDoubt> DOUBTS = new ConcurrentHashMap<>();

  @Autowired MeterRegistry meters;
  @Autowired OwnRedis cluster;
  @Autowired IdleCodes idleCodes;
  @Autowired Clock clock;

  /** As the test says. */
  @TestConfiguration(proxyBeanMethods = false)
  static class Time {

    @Bean
    Clock clock() {
      InstantSource pushed = () -> Instant.now().plus(ahead);
      return pushed.withZone(ZoneOffset.UTC);
    }

    /** Waits for nothing, and remembers. */
    @Bean
    RedisFallbackListener doubts() {
      return doubt -> {
        DOUBTS.put(doubt.generation(), doubt);
        return true;
      };
    }
  }

  @Test
  void
      what_changed_in_an_hour_stays_changed_when_a_replica_takes_over_that_was_cut_off_before_it() {
    makeLinks(SLUGS);
    List<List<String>> parts = parts();
    changeLinks(parts.get(TIMES));
    Instant last = clock.instant();
    List<Instant> times = new ArrayList<>();

    cluster.failOverAfter(
        () -> {
          times.add(clock.instant());
          changeLinks(parts.get(0));
          for (int n = 1; n < TIMES; n++) {
            ahead = ahead.plus(STEP);
            times.add(clock.instant());
            changeLinks(parts.get(n));
          }
        });

    List<String> codes = codes();
    // Nobody looks at the others before the doubt is over.
    List<String> few = codes.stream().filter(code -> codes.indexOf(code) % 4 == 0).toList();
    new Fallbacks(meters).awaitEnd(LONG, () -> few.stream().allMatch(this::isAnsweredRightly));
    await().atMost(LONG).until(() -> unanswered().isEmpty());
    theDoubtBeganAnHourBefore(last, times.get(0));
    new UnusedSegments(idleCodes, meters)
        .nothingIsRecycledOnThatNode(Iterables.getLast(times), clock.instant().plus(LONG));
  }

  /** For each time some, and some before. */
  private List<List<String>> parts() {
    List<String> codes = codes();
    return IntStream.rangeClosed(0, TIMES)
        .mapToObj(
            part ->
                IntStream.range(0, codes.size())
                    .filter(i -> i % (TIMES + 1) == part)
                    .mapToObj(codes::get)
                    .toList())
        .toList();
  }

  private static void theDoubtBeganAnHourBefore(Instant last, Instant first) {
    RedisDoubt doubt = Iterables.getOnlyElement(DOUBTS.values());
    assertThat(doubt.since()).isBetween(last.minus(HEARTBEATS_APART), first);
    assertThat(Duration.between(doubt.since(), doubt.foundAt()))
        .isGreaterThan(STEP.multipliedBy(TIMES - 1));
  }
}
