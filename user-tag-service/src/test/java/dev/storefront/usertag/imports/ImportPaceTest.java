package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.ServiceTest;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/**
 * How many lines imports take a second, and what each costs the service and its servers; beside
 * plain JDBC that writes the same users' rows alone. {@code -Dpace.users} says how many users. The
 * profile of each import is {@code target/import-pace-<tag>.jfr}.
 */
@Tag("measurement")
@WithBackends(database = "user_tag", namespace = "pace")
@TestPropertySource(
    properties = {
      "storefront.usertag.segment-bits=524288",
      "storefront.usertag.upkeep-interval=2s"
    })
class ImportPaceTest extends ServiceTest {

  private static final Logger log = LoggerFactory.getLogger(ImportPaceTest.class);
  private static final int USERS = Integer.getInteger("pace.users", 1_000_000);
  private static final int ROWS_PER_STEP = 5_000;

  @Autowired DataSource database;
  @Autowired JdbcClient sql;

  @Value("${spring.data.redis.cluster.nodes}")
  private String nodes;

  @Value("${spring.datasource.url}")
  private String url;

  @Test
  void lines_a_second() throws Exception {
    imported("pace-new", 1);
    imported("pace-known", 1);
    imported("pace-half", 2);
    imported("pace-hundredth", 100);
    imported("pace-again", 1);
    bare();
  }

  private void imported(String tag, int every) throws Exception {
    api.makeTags(tag);
    String lines =
        IntStream.range(0, USERS)
            .filter(user -> user % every == 0)
            .mapToObj(user -> "user-" + user)
            .collect(Collectors.joining("\n"));
    try (Recording profile = new Recording(Configuration.getConfiguration("profile"))) {
      profile.start();
      Costs costs = new Costs();
      Reply accepted =
          api.send(
              "POST",
              "/api/v1/tags/" + tag + "/imports",
              "text/plain",
              BodyPublishers.ofString(lines),
              TestTokens.operator());
      String path = "/api/v1/tags/" + tag + "/imports/" + accepted.expect(202).text("/id");
      long[] sorted = {0};
      await()
          .pollInterval(Duration.ofSeconds(1))
          .atMost(Duration.ofMinutes(30))
          .until(
              () -> {
                Reply now = api.get(path).expect(200);
                boolean isSorted = now.json().get("usersTagged").asInt() > 0;
                sorted[0] = sorted[0] == 0 && isSorted ? System.nanoTime() : sorted[0];
                assertThat(now.text("/state")).isIn("QUEUED", "RUNNING", "DONE");
                return now.text("/state").equals("DONE");
              });
      costs.tell(tag, USERS / every, sorted[0]);
      profile.dump(Path.of("target", "import-pace-" + tag + ".jfr"));
    }
    assertThat(api.count(tag)).isEqualTo(USERS / every);
  }

  /** The same rows and nothing else: what no import can be faster than that writes them. */
  private void bare() throws SQLException {
    sql.sql("CREATE TABLE pace_user LIKE tagged_user").update();
    Costs costs = new Costs();
    bare("INSERT INTO pace_user (ordinal, user_id) VALUES (?, ?)", false);
    costs.tell("bare JDBC, new rows", USERS, 0);
    costs = new Costs();
    bare(
        "INSERT INTO pace_user (ordinal, user_id, tags, marks) VALUES (?, '', '', ?)"
            + " ON DUPLICATE KEY UPDATE tags = '', marks = VALUES(marks)",
        true);
    costs.tell("bare JDBC, marks of known rows", USERS, 0);
    sql.sql("DROP TABLE pace_user").update();
  }

  private void bare(String statement, boolean isMarks) throws SQLException {
    byte[] marks = {1, 1, 2, 3, 4, 5, 6};
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(statement)) {
      connection.setAutoCommit(false);
      for (int user = 0; user < USERS; user++) {
        insert.setLong(1, user + 1);
        insert.setBytes(2, isMarks ? marks : ("user-" + user).getBytes());
        insert.addBatch();
        if (user % ROWS_PER_STEP == ROWS_PER_STEP - 1 || user == USERS - 1) {
          insert.executeBatch();
          connection.commit();
        }
      }
      connection.setAutoCommit(true);
    }
  }

  /** Processor time by process, from when it is made. */
  private final class Costs {

    private final Map<String, Duration> before = times();
    private final long begun = System.nanoTime();

    void tell(String what, int lines, long sorted) {
      double seconds = (System.nanoTime() - begun) / 1e9;
      Map<String, String> each = new TreeMap<>();
      times()
          .forEach(
              (name, time) ->
                  each.put(
                      name,
                      "%.1f".formatted(time.minus(before.get(name)).toNanos() / 1e3 / lines)));
      log.info(
          "{}: {} lines, {} a second, sorted after {} of {} s, processor microseconds a line {}",
          what,
          lines,
          "%.0f".formatted(lines / seconds),
          "%.1f".formatted(sorted == 0 ? 0 : (sorted - begun) / 1e9),
          "%.1f".formatted(seconds),
          each);
    }

    private Map<String, Duration> times() {
      Map<String, Duration> times = new TreeMap<>();
      ProcessHandle.current().info().totalCpuDuration().ifPresent(t -> times.put("service", t));
      String port = url.replaceAll("jdbc:mysql://[^/]*:(\\d+)/.*", "$1");
      ProcessHandle.allProcesses()
          .forEach(
              process -> {
                String command = command(process);
                if (command.contains("--port=" + port + " ")) {
                  add(times, "database", process);
                } else if (isRedis(command)) {
                  add(times, "redis", process);
                }
              });
      return times;
    }

    private boolean isRedis(String command) {
      return command.contains("redis-server")
          && Arrays.stream(nodes.split(","))
              .anyMatch(node -> command.contains(node.substring(node.indexOf(':')) + " "));
    }

    private void add(Map<String, Duration> times, String name, ProcessHandle process) {
      process.info().totalCpuDuration().ifPresent(time -> times.merge(name, time, Duration::plus));
    }

    private String command(ProcessHandle process) {
      try {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
            .replace('\0', ' ');
      } catch (IOException ended) {
        return "";
      }
    }
  }
}
