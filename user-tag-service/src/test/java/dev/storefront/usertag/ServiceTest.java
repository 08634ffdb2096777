package dev.storefront.usertag;

import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.audience.AudienceSearch;
import dev.storefront.usertag.standing.AudienceRecords;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.Agreement;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserId;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The whole service on real servers, with segments of 64 users, so that even small tests cross
 * their borders. All classes share one service: each keeps to tags and users of its own.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.usertag.segment-bits=64",
      "storefront.usertag.upkeep-interval=200ms",
      "storefront.usertag.check-look=200ms",
      "storefront.usertag.check-pauses=0"
    })
@WithBackends(database = "user_tag", namespace = "seg")
@Import({Agreement.class, AudienceRecords.class})
public abstract class ServiceTest {

  @LocalServerPort protected int port;
  @Autowired protected AudienceSearch search;
  @Autowired protected TransactionTemplate transaction;
  @Autowired private JdbcClient database;
  @Autowired private Tagging tagging;
  @Autowired private TagCatalog catalog;

  protected Api api;

  @BeforeEach
  void connect() {
    api = new Api(port);
  }

  /** Gives some users a tag as calls would, some hundred at once. */
  protected void tagAll(String tag, Stream<String> userIds) {
    int number = catalog.find(tag).orElseThrow().number();
    tagging.apply(userIds.map(id -> TagChange.of(new UserId(id), number, true, "test")).toList());
  }

  /** Counts an audience until the database is not asked for it any more. */
  protected void remember(String expression) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              search.count(expression); // outside of a transaction: what that sees is forgotten
              return statements(() -> search.count(expression)) == 0;
            });
  }

  /** How many statements the work has the database carry out, in this thread. */
  protected long statements(Runnable work) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              long before = questions();
              work.run();
              return questions() - before - 1; // counting is one too
            }));
  }

  /** How many the connection of the transaction at hand has carried out, this one as well. */
  protected long questions() {
    return database
        .sql("SHOW SESSION STATUS LIKE 'Questions'")
        .query((row, index) -> row.getLong(2))
        .single();
  }

  /** Hashes whose values are no text. */
  protected static RedisTemplate<String, byte[]> bytes(StringRedisTemplate redis) {
    RedisTemplate<String, byte[]> bytes = new RedisTemplate<>();
    bytes.setConnectionFactory(redis.getRequiredConnectionFactory());
    bytes.setKeySerializer(RedisSerializer.string());
    bytes.setHashKeySerializer(RedisSerializer.string());
    bytes.setHashValueSerializer(RedisSerializer.byteArray());
    bytes.afterPropertiesSet();
    return bytes;
  }
}
