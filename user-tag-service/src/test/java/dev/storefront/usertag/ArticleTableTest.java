package dev.storefront.usertag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.segment.SegmentStore;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The design article's seven users and seven tags, with the answers that its table gives. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "storefront.usertag.upkeep-interval=1h")
@WithBackends(database = "user_tag", namespace = "article")
class ArticleTableTest {

  private static final List<String> TAGS =
      List.of("vip", "mobile", "email", "male", "mac", "supervip", "lost");

  /** In the article's order, so that ordinals and tag numbers are the article's as well. */
  private static final Map<String, String> USERS =
      Map.of(
          "小明", "1101010",
          "小花", "0100001",
          "小江", "0001101",
          "小红", "1100001",
          "小九", "0010110",
          "小七", "0101110",
          "小四", "1011001");

  private static final List<String> NAMES = List.of("小明", "小花", "小江", "小红", "小九", "小七", "小四");

  private static boolean loaded;

  @LocalServerPort int port;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired SegmentStore segments;
  Api api;

  @BeforeEach
  void load() {
    api = new Api(port);
    if (loaded) {
      return; // nothing here changes it for long
    }
    TAGS.forEach(api::makeTags);
    for (String user : NAMES) {
      for (int tag = 0; tag < TAGS.size(); tag++) {
        if (USERS.get(user).charAt(tag) == '1') {
          assertThat(api.tag(user, TAGS.get(tag)).status()).isEqualTo(204);
        }
      }
    }
    loaded = true;
  }

  @Test
  void every_cell_of_the_table_reads_as_it_was_written() {
    for (String user : NAMES) {
      for (int tag = 0; tag < TAGS.size(); tag++) {
        assertThat(api.isTagged(user, TAGS.get(tag)))
            .as("%s %s", user, TAGS.get(tag))
            .isEqualTo(USERS.get(user).charAt(tag) == '1');
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "user:all:{u:0}, 01111111",
    "user:tag:{u:0}:1, 01001001", // vip
    "user:tag:{u:0}:2, 01101010", // mobile, by the table: 1, 2, 4 and 6
    "user:tag:{u:0}:3, 00000101", // email: 5 and 7
    "user:tag:{u:0}:4, 01010011" // male
  })
  void the_bitmaps_are_the_articles_most_significant_bit_first(String key, String bits) {
    assertThat(bits(key)).isEqualTo(bits);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vip | 小明 小红 小四",
        "mobile AND vip | 小明 小红",
        "email | 小九 小四",
        "NOT vip | 小花 小江 小九 小七",
        "NOT supervip AND NOT lost | ",
        "vip OR email | 小明 小红 小九 小四",
        "male AND NOT (lost OR mac) | 小明",
        "vip OR male AND mac | 小明 小江 小红 小七 小四",
        "(vip OR male) AND mac | 小江 小七",
        "vip OR NOT vip | 小明 小花 小江 小红 小九 小七 小四"
      })
  void audiences_are_what_the_table_says(String expression, String users) {
    List<String> expected = users == null ? List.of() : List.of(users.split(" "));
    assertThat(api.users(expression)).isEqualTo(expected);
    assertThat(api.count(expression)).isEqualTo(expected.size());
    assertThat(api.query(expression).json().get("count").asLong()).isEqualTo(expected.size());
  }

  @Test
  void a_tags_users_with_and_without_it_are_two_halves_of_all() {
    assertThat(api.get("/api/v1/tags/mac/users").list("/users")).containsExactly("小江", "小九", "小七");
    assertThat(api.get("/api/v1/tags/mac/users?present=false").list("/users"))
        .containsExactly("小明", "小花", "小红", "小四");
  }

  @Test
  void a_users_tags_and_those_he_lacks_are_two_halves_of_all() {
    assertThat(api.tagsOf("小明")).containsExactly("male", "mobile", "supervip", "vip");
    assertThat(api.get("/api/v1/users/" + Api.escape("小明") + "/tags?absent=true").list("/tags"))
        .containsExactly("email", "lost", "mac");
  }

  @Test
  void each_tag_knows_how_many_users_have_it() {
    assertThat(api.get("/api/v1/tags/vip").json().get("users").asInt()).isEqualTo(3);
    assertThat(api.get("/api/v1/tags?limit=7").json().get("tags").toString())
        .isEqualTo(
            """
            [{"tag":"email","description":"","users":2},\
            {"tag":"lost","description":"","users":4},\
            {"tag":"mac","description":"","users":3},\
            {"tag":"male","description":"","users":4},\
            {"tag":"mobile","description":"","users":4},\
            {"tag":"supervip","description":"","users":3},\
            {"tag":"vip","description":"","users":3}]\
            """);
  }

  @Test
  void a_tag_is_gone_when_its_end_comes_and_does_not_wait_for_upkeep() {
    Instant end = Instant.now().plusSeconds(6);
    assertThat(api.put(Api.userTag("小九", "vip") + "?expiresAt=" + end).status()).isEqualTo(204);
    assertThat(api.isTagged("小九", "vip")).isTrue();
    await().atMost(Duration.ofMinutes(1)).until(() -> !api.isTagged("小九", "vip"));
    assertThat(Instant.now()).isAfterOrEqualTo(end);
  }

  /** They lie in blocks of users; read as bits by number they are what the article has. */
  @ParameterizedTest
  @CsvSource({"1, 01101010", "2, 00100001", "5, 00010110"})
  void a_users_own_tags_are_the_articles_usertag_all(long ordinal, String bits) {
    char[] read = "00000000".toCharArray();
    segments.tagsOf(ordinal).forEach(tag -> read[tag] = '1');
    assertThat(new String(read)).isEqualTo(bits);
  }

  /** The first byte at this key, in binary. */
  private String bits(String key) {
    byte[] value;
    try (RedisConnection connection = redis.getRequiredConnectionFactory().getConnection()) {
      value = connection.stringCommands().get(namespace.key(key).getBytes());
    }
    assertThat(value).hasSize(1);
    return "%8s".formatted(new BigInteger(1, value).toString(2)).replace(' ', '0');
  }
}
