package dev.storefront.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.localstack.testing.TestBackends;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every script of the suite is held to, on a real Redis Cluster. */
class ScriptContractTest {

  private static final Path SCRIPTS = Path.of("../src/main/resources/lua");
  private static final Pattern KEY_INDEX = Pattern.compile("KEYS\\[(\\d+)]");
  private static final Pattern LITERAL_KEY =
      Pattern.compile("redis\\.p?call\\(\\s*['\"](?!INFO)\\w+['\"]\\s*,\\s*['\"]");
  private static final Pattern SERVER_TIME_OR_CHANCE =
      Pattern.compile("call\\(\\s*['\"](TIME|RANDOMKEY|SRANDMEMBER|SPOP)['\"]|math\\.random");

  private static RedisClusterClient client;
  private static StatefulRedisClusterConnection<String, String> connection;
  private static RedisAdvancedClusterCommands<String, String> redis;

  @BeforeAll
  static void connect() {
    client =
        RedisClusterClient.create(
            TestBackends.shared().redisNodes().stream()
                .map(node -> RedisURI.create("redis://" + node))
                .toList());
    connection = client.connect();
    redis = connection.sync();
  }

  @AfterAll
  static void disconnect() {
    connection.close();
    client.shutdown();
  }

  static Stream<LuaScript> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(SCRIPTS)) {
      return files
          .filter(file -> file.toString().endsWith(".lua"))
          .map(file -> SCRIPTS.relativize(file).toString().replace(".lua", ""))
          .sorted()
          .map(LuaScript::load)
          .toList()
          .stream();
    }
  }

  @Test
  void there_are_scripts() throws IOException {
    assertThat(scripts()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void redis_and_the_loader_agree_on_its_sha1(LuaScript script) {
    assertThat(redis.scriptLoad(script.body())).isEqualTo(script.sha1());
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void every_key_comes_in_KEYS_and_within_the_number_that_the_header_says(LuaScript script) {
    String code = withoutComments(script.body());
    assertThat(LITERAL_KEY.matcher(code).find()).as("a key written in the script").isFalse();
    if (script.header().exactKeys()) {
      Matcher key = KEY_INDEX.matcher(code);
      while (key.find()) {
        assertThat(Integer.parseInt(key.group(1))).isBetween(1, script.header().minKeys());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void time_and_chance_come_from_the_caller_unless_the_header_says_why_not(LuaScript script) {
    String code = withoutComments(script.body());
    if (script.body().contains("is counted by the server's clock")) {
      code = code.replace("call('TIME')", "");
    }
    assertThat(SERVER_TIME_OR_CHANCE.matcher(code).find()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void its_example_has_the_right_number_of_keys_all_in_one_slot(LuaScript script) {
    List<String> keys = script.header().exampleKeys();
    if (script.header().exactKeys()) {
      assertThat(keys).hasSize(script.header().minKeys());
    } else {
      assertThat(keys).hasSizeGreaterThanOrEqualTo(script.header().minKeys());
    }
    assertThat(keys.stream().map(SlotHash::getSlot).distinct()).hasSizeLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void its_example_runs_and_runs_again_after_the_scripts_were_flushed(LuaScript script) {
    String prefix = "lua-contract-" + UUID.randomUUID() + ":";
    String[] keys =
        script.header().exampleKeys().stream().map(key -> prefix + key).toArray(String[]::new);
    String[] args = script.header().exampleArgs().toArray(String[]::new);
    redis.scriptLoad(script.body());
    redis.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args);
    redis.scriptFlush();
    assertThatThrownBy(() -> redis.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args))
        .isInstanceOf(RedisNoScriptException.class);
    redis.eval(script.body(), ScriptOutputType.MULTI, keys, args);
    redis.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args);
  }

  private static String withoutComments(String body) {
    return body.replaceAll("(?s)--\\[\\[.*?]]", "").replaceAll("--[^\\n]*", "");
  }
}
