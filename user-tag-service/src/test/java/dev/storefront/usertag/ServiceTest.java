package dev.storefront.usertag;

import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.standing.AudienceRecords;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.Agreement;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserId;
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

/**
 * The whole service on real servers, with segments of 64 users, so that even small tests cross
 * their borders. All classes share one service: each keeps to tags and users of its own.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.usertag.segment-bits=64",
      "storefront.usertag.upkeep-interval=200ms",
      "storefront.usertag.check-look=200ms"
    })
@WithBackends(database = "user_tag", namespace = "seg")
@Import({Agreement.class, AudienceRecords.class})
public abstract class ServiceTest {

  @LocalServerPort int port;
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
