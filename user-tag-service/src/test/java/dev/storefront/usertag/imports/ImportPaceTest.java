package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserId;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Lines a second of an import, beside those of the way that imports took before and events take
 * today: {@code -Dpace.users=50000}; docs/figures.md has its rows from here.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "user_tag", namespace = "pace")
@EnabledIfSystemProperty(named = "pace.users", matches = "\\d+")
class ImportPaceTest {

  private static final int USERS = Integer.getInteger("pace.users", 0);
  private static final int ROUNDS = 3;
  private static final int CHANGES_PER_STEP = 1_000;

  @LocalServerPort int port;
  @Autowired TagCatalog tags;
  @Autowired Tagging tagging;

  private final List<String> rows = new ArrayList<>();

  @Test
  void an_import_does_what_single_changes_do() throws IOException {
    Api api = new Api(port);
    List<String> users =
        new ArrayList<>(IntStream.range(0, USERS).mapToObj(i -> "user-" + i).toList());
    Collections.shuffle(users, new Random(1));
    api.makeTags("new");
    time("import, new users", () -> imported(api, "new", users));
    for (int round = 0; round < ROUNDS; round++) {
      String before = "before-" + round;
      String after = "after-" + round;
      api.makeTags(before, after);
      time("as before, known users", () -> applied(before, users));
      time("import, known users", () -> imported(api, after, users));
      assertThat(api.count(before + " AND " + after)).isEqualTo(USERS);
    }
    Files.writeString(Path.of("target/import-pace.txt"), String.join("\n", rows));
  }

  private void time(String what, Runnable work) {
    long start = System.nanoTime();
    work.run();
    rows.add("%s: %.0f lines/s".formatted(what, USERS / ((System.nanoTime() - start) / 1e9)));
  }

  private void applied(String tag, List<String> users) {
    int number = tags.find(tag).orElseThrow().number();
    for (int from = 0; from < users.size(); from += CHANGES_PER_STEP) {
      tagging.apply(
          users.subList(from, Math.min(from + CHANGES_PER_STEP, users.size())).stream()
              .map(id -> TagChange.of(new UserId(id), number, true, "pace"))
              .toList());
    }
  }

  private static void imported(Api api, String tag, List<String> users) {
    String path = "/api/v1/tags/" + tag + "/imports";
    String id =
        api.send(
                "POST",
                path,
                "text/plain",
                BodyPublishers.ofString(users.stream().collect(Collectors.joining("\n"))),
                TestTokens.operator())
            .expect(202)
            .text("/id");
    await()
        .atMost(Duration.ofMinutes(30))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> api.get(path + "/" + id).text("/state").equals("DONE"));
  }
}
