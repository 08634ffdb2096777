package dev.storefront.usertag.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.tagging.Agreement;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

/** A node of Redis that goes on with less than it had acknowledged. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"storefront.usertag.segment-bits=64", "storefront.usertag.upkeep-interval=200ms"})
@WithBackends(database = "user_tag", namespace = "fallback")
@Import(Agreement.class)
@NotOnContainers
class FallbackTest {

  private static final String REDIS = "redis-1";
  private static final Duration LONG = Duration.ofMinutes(3);

  /** So many segments that some lie on each node. */
  private static final int USERS = 64 * 8;

  /** Every so many of them are changed, some in each segment. */
  private static final int STEP = 16;

  @TempDir private Path folder;

  @LocalServerPort int port;
  @Autowired Agreement agreement;
  @Autowired MeterRegistry meters;

  private final Faults faults = TestBackends.shared().faults();
  private Api api;

  /** Everybody has "fb-old", and nobody "fb-new". */
  @BeforeEach
  void users() {
    api = new Api(port);
    api.makeTags("fb-old", "fb-new");
    String lines =
        IntStream.range(0, USERS).mapToObj(user -> "fb-" + user).collect(Collectors.joining("\n"));
    String imports = "/api/v1/tags/fb-old/imports";
    Reply sent =
        api.send(
            "POST", imports, "text/plain", BodyPublishers.ofString(lines), TestTokens.operator());
    String run = imports + "/" + sent.text("/id");
    await().atMost(LONG).until(() -> api.get(run).text("/state").equals("DONE"));
    for (int user = 0; user < USERS; user += STEP) {
      assertThat(api.untag("fb-" + user, "fb-new").status()).isEqualTo(204);
    }
  }

  @AfterEach
  void heal() {
    faults.resume(REDIS);
    faults.start(REDIS);
  }

  @Test
  void what_was_given_is_back_and_what_was_taken_is_gone_after_a_restart_from_older_files()
      throws Exception {
    OldFiles old = OldFiles.of(REDIS, folder);
    turn();

    old.fallBack(faults);

    allIsRightOrNotAnswered();
  }

  @Test
  void all_is_as_it_was_after_a_node_came_back_empty() throws Exception {
    turn();
    OldFiles.loseAll(REDIS, faults);

    allIsRightOrNotAnswered();
  }

  @Test
  void a_tag_that_was_deleted_stays_so_after_a_restart_from_older_files() throws Exception {
    api.makeTags("fb-gone");
    api.tag("fb-0", "fb-gone");
    await().until(() -> isRemembered("fb-gone", 1));
    OldFiles old = OldFiles.of(REDIS, folder);
    assertThat(api.delete("/api/v1/tags/fb-gone").status()).isEqualTo(204);

    old.fallBack(faults);

    await()
        .atMost(LONG)
        .until(
            () -> {
              Reply counted = api.query("fb-gone");
              assertThat(counted.status()).isIn(400, 503);
              return counted.status() == 400 && isCountRight("fb-old", USERS);
            });
  }

  /** Whether MySQL was asked nothing when its users were counted. */
  private boolean isRemembered(String tag, long users) {
    Counter held = meters.get("storefront.usertag.remembered").tag("result", "held").counter();
    double before = held.count();
    assertThat(api.count(tag)).isEqualTo(users);
    return held.count() > before;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_tag_whose_deletion_fails_for_a_node_that_is_away_is_whole(boolean isDead) {
    turn();
    await().until(() -> isRemembered("fb-new", USERS / STEP));
    if (isDead) {
      faults.kill(REDIS);
    } else {
      faults.pause(REDIS);
    }
    Reply refused = api.delete("/api/v1/tags/fb-new");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.code()).isEqualTo("unavailable");
    int answered = 0;
    for (int user = 0; user < USERS; user += STEP) {
      Reply mark = api.get("/api/v1/users/fb-" + user + "/tags/fb-new");
      assertThat(mark.status()).isIn(200, 503);
      if (mark.status() == 200) {
        assertThat(mark.json().get("tagged").asBoolean()).isTrue();
        answered++;
      }
    }
    assertThat(answered).as("users of other nodes").isBetween(1, USERS / STEP - 1);
    heal();
    allIsRightOrNotAnswered();
    await().until(() -> isRemembered("fb-new", USERS / STEP));
    assertThat(api.delete("/api/v1/tags/fb-new").status()).isEqualTo(204);
    assertThat(api.query("fb-new").code()).isEqualTo("unknown-tag");
    assertThat(api.tagsOf("fb-0")).isEmpty();
  }

  /** Takes "fb-old" from some, and gives them "fb-new". */
  private void turn() {
    for (int user = 0; user < USERS; user += STEP) {
      assertThat(api.untag("fb-" + user, "fb-old").status()).isEqualTo(204);
      assertThat(api.tag("fb-" + user, "fb-new").status()).isEqualTo(204);
    }
  }

  /** No answer is fine for a while, a wrong one is not. */
  private void allIsRightOrNotAnswered() {
    await().atMost(LONG).until(this::isRight);
    agreement.check();
  }

  private boolean isRight() {
    int answered = 0;
    for (int user = 0; user < USERS; user += STEP) {
      Reply tags = api.get("/api/v1/users/fb-" + user + "/tags");
      if (tags.status() == 200) {
        assertThat(tags.list("/tags")).as("user %d", user).containsExactly("fb-new");
        answered++;
      } else {
        assertThat(tags.status()).isEqualTo(503);
      }
    }
    return answered == USERS / STEP
        && isCountRight("fb-new", USERS / STEP)
        && isCountRight("fb-old", USERS - USERS / STEP);
  }

  private boolean isCountRight(String tag, long users) {
    Reply counted = api.query(tag);
    if (counted.status() == 503) {
      return false;
    }
    assertThat(counted.json().get("count").asLong()).isEqualTo(users);
    return true;
  }
}
