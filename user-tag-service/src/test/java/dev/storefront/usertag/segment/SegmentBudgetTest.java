package dev.storefront.usertag.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.usertag.ServiceTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * What a segment takes in Redis, as Redis says itself: docs/figures.md has its table from here
 * ({@code -Dbudget.users=524288}).
 */
class SegmentBudgetTest extends ServiceTest {

  private static final int USERS = Integer.getInteger("budget.users", 1 << 15);
  private static final int SEGMENT = 1_000_005;
  private static final int TAGS = 1000;

  /** Each tag lies somewhere below this, so that numbers cost what they cost among 100,000. */
  private static final int LAST_NUMBER = 100_000;

  @Autowired Namespace namespace;
  @Autowired ScriptRunner scripts;
  @Autowired RedisClusterAccess redis;
  @Autowired Editions editions;

  @Test
  void a_user_takes_40_bytes_at_most_beside_the_sets_of_users() throws IOException {
    Random random = new Random(1);
    SegmentLayout layout = new SegmentLayout(USERS);
    SegmentKeys keys = new SegmentKeys(namespace, SEGMENT);
    List<Integer> numbers = new ArrayList<>(IntStream.range(1, LAST_NUMBER).boxed().toList());
    Collections.shuffle(numbers, random);
    int[] tags = numbers.stream().limit(TAGS).mapToInt(tag -> tag).sorted().toArray();
    double[] density = IntStream.range(0, TAGS).mapToDouble(SegmentBudgetTest::density).toArray();
    SegmentBuild build =
        new SegmentBuilds(layout, namespace, scripts, random, editions).begin(SEGMENT);
    SplittableRandom draw = new SplittableRandom(1);
    long marks = 0;
    for (int user = 0; user < USERS; user++) {
      int[] own =
          IntStream.range(0, TAGS)
              .filter(i -> draw.nextDouble() < density[i])
              .map(i -> tags[i])
              .toArray();
      marks += own.length;
      build.add(user, own);
    }
    build.end(Arrays.stream(tags).boxed().toList());

    Map<String, Long> bytes = new TreeMap<>();
    bytes.put("own tags", usage(keys.tags()));
    bytes.put("known users", usage(keys.plain(SegmentStore.KNOWN)));
    bytes.put("index of the sets", usage(keys.sets()));
    bytes.put("lists and runs", usage(keys.packed()));
    bytes.put("bitmaps", Arrays.stream(tags).mapToLong(tag -> usage(keys.plain(tag))).sum());
    Files.writeString(
        Path.of("target/segment-budget.txt"),
        "users %d, marks %d, bytes %s%n".formatted(USERS, marks, bytes));
    long beside = bytes.get("own tags") + bytes.get("known users") + bytes.get("index of the sets");
    assertThat((double) beside / USERS).as("bytes a user: %s", bytes).isLessThan(40);
  }

  /** 10 tags of 50 %, 40 of 10 %, 150 of 1 %, 800 of 0.1 %: 11.3 a user. */
  private static double density(int tag) {
    if (tag % 100 == 0) {
      return 0.5;
    }
    if (tag % 25 == 1) {
      return 0.1;
    }
    return tag % 20 >= 17 ? 0.01 : 0.001;
  }

  private long usage(String key) {
    Long bytes =
        ScriptRunner.await(
            redis.call(commands -> commands.memoryUsage(key.getBytes(StandardCharsets.UTF_8))));
    return bytes == null ? 0 : bytes;
  }
}
