package dev.storefront.usertag.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.tagging.Agreement;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A replica that lags and takes over, in a cluster of its own. */
@WithBackends(database = "user_tag", namespace = "lagging")
@WithOwnRedis
class LaggingReplicaTest extends ServiceTest {

  private static final Duration LONG = Duration.ofMinutes(3);

  /** So many segments that some lie on each node. */
  private static final int USERS = 64 * 8;

  /** Every so many of them are changed, some in each segment. */
  private static final int STEP = 16;

  @Autowired MeterRegistry meters;
  @Autowired OwnRedis cluster;
  @Autowired Agreement agreement;

  /** A third of the users are in slots of which the replica takes over. */
  @Test
  void what_was_given_and_taken_is_as_it_was_acknowledged_when_it_takes_over() {
    api.makeTags("lr-old", "lr-new");
    tagAll("lr-old", users(1));
    cluster.failOverAfter(
        () ->
            users(STEP)
                .forEach(
                    user -> {
                      await().atMost(LONG).until(() -> api.untag(user, "lr-old").status() == 204);
                      await().atMost(LONG).until(() -> api.tag(user, "lr-new").status() == 204);
                    }));

    new Fallbacks(meters).awaitEnd(LONG, this::isRight);
    agreement.check();
  }

  private static Stream<String> users(int step) {
    return IntStream.range(0, USERS / step).mapToObj(i -> "lr-" + i * step);
  }

  /** No answer is fine for a while, a wrong one is not; in no direction. */
  private boolean isRight() {
    boolean all = true;
    for (String user : users(STEP).toList()) {
      Reply tags = api.get("/api/v1/users/" + user + "/tags");
      if (tags.status() == 200) {
        assertThat(tags.list("/tags")).as(user).containsExactly("lr-new");
      } else {
        tags.expect(503);
        all = false;
      }
    }
    Set<String> changed = users(STEP).collect(Collectors.toSet());
    Set<String> others =
        users(1).filter(user -> !changed.contains(user)).collect(Collectors.toSet());
    return all & has("lr-new", changed) & has("lr-old", others) & has("NOT lr-old", changed);
  }

  private boolean has(String expression, Set<String> right) {
    Reply found = api.query(expression);
    if (found.status() == 503 || found.status() == 429) {
      return false;
    }
    List<String> users = found.isOk().list("/users");
    assertThat(users).as(expression).doesNotHaveDuplicates();
    assertThat(new HashSet<>(users)).as(expression).isEqualTo(right);
    assertThat(found.number("/count")).as(expression).isEqualTo(right.size());
    return true;
  }
}
