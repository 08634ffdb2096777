package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.Api.Reply;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.tag.TagCatalog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class ImportApiTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired Imports imports;
  @Autowired ImportTable table;
  @Autowired Spool spool;
  @Autowired TagCatalog tags;

  @Test
  void an_import_tags_all_its_users_and_lists_the_lines_that_are_none() {
    api.makeTags("imp-many");
    String lines =
        IntStream.range(0, 2500)
            .mapToObj(i -> i % 1000 == 500 ? "" : "imp-" + i)
            .collect(Collectors.joining("\n"));
    Reply accepted = post("imp-many", "text/plain", lines);
    assertThat(accepted.status()).isEqualTo(202);
    Reply done = completed("imp-many", accepted.text("id"));
    assertThat(done.json().get("linesRead").asInt()).isEqualTo(2500);
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(2498);
    assertThat(done.json().get("rejected").toString())
        .isEqualTo(
            "[{\"line\":501,\"reason\":\"is empty\"},{\"line\":1501,\"reason\":\"is empty\"}]");
    assertThat(api.count("imp-many")).isEqualTo(2498);
    assertThat(api.isTagged("imp-2499", "imp-many")).isTrue();
  }

  @Test
  void a_user_who_comes_twice_is_counted_once_however_far_apart() {
    api.makeTags("imp-twice");
    String once =
        IntStream.range(0, 1500).mapToObj(i -> "tw-" + i).collect(Collectors.joining("\n"));
    String lines = "tw-0\n" + once + "\n" + once + "\n";

    Reply done = completed("imp-twice", post("imp-twice", "text/plain", lines).text("id"));

    assertThat(done.json().get("linesRead").asInt()).isEqualTo(3001);
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(1500);
    assertThat(api.count("imp-twice")).isEqualTo(1500);
  }

  @Test
  void an_import_that_was_interrupted_goes_on_behind_what_it_has_read() throws IOException {
    api.makeTags("imp-resumed");
    TagImport interrupted = interrupted("0123456789abcdef0123456789abcdef", "imp-resumed");
    spool.take(
        interrupted.id(),
        new ByteArrayInputStream("r-1\nr-2\nr-3\nr-4\n".getBytes(StandardCharsets.UTF_8)));
    table.add(interrupted, spool.owner("not-used"));
    table.save(interrupted, List.of());
    imports.start();
    Reply done = completed("imp-resumed", interrupted.id());
    assertThat(done.json().get("linesRead").asInt()).isEqualTo(4);
    assertThat(api.users("imp-resumed")).containsExactly("r-3", "r-4");
    assertThat(spool.ids()).doesNotContain(interrupted.id());
  }

  @Test
  void an_import_whose_file_is_lost_has_failed_after_a_restart() {
    api.makeTags("imp-lost");
    TagImport lost = interrupted("fedcba9876543210fedcba9876543210", "imp-lost");
    table.add(lost, spool.owner("not-used"));
    table.save(lost, List.of());
    TagImport elsewhere = interrupted("aedcba9876543210fedcba9876543210", "imp-lost");
    table.add(elsewhere, "ffffffffffffffffffffffffffffffff");
    table.save(elsewhere, List.of());
    imports.start();
    assertThat(table.find(lost.id()).orElseThrow().state()).isEqualTo(ImportState.FAILED);
    assertThat(table.find(elsewhere.id()).orElseThrow().state()).isEqualTo(ImportState.RUNNING);
  }

  private TagImport interrupted(String id, String tag) {
    int number = tags.find(tag).orElseThrow().number();
    return new TagImport(id, number, tag, ImportState.RUNNING, 2, 2, 0);
  }

  @Test
  void an_empty_file_is_completed_with_no_line() {
    api.makeTags("imp-empty");
    Reply done = completed("imp-empty", post("imp-empty", "text/plain", "").text("id"));
    assertThat(done.json().get("linesRead").asInt()).isZero();
  }

  @Test
  void what_cannot_be_imported_is_refused() {
    api.makeTags("imp-refused");
    assertThat(post("imp-none", "text/plain", "a").code()).isEqualTo("unknown-tag");
    assertThat(post("imp-refused", "application/json", "[]").status()).isEqualTo(415);
    Reply unknown = api.get("/api/v1/tags/imp-refused/imports/nonsense");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.code()).isEqualTo("unknown-import");
  }

  private Reply completed(String tag, String id) {
    String path = "/api/v1/tags/%s/imports/%s".formatted(tag, id);
    await().atMost(SOON).until(() -> api.get(path).text("state").equals("COMPLETED"));
    return api.get(path);
  }

  private Reply post(String tag, String type, String body) {
    return api.send(
        "POST",
        "/api/v1/tags/" + tag + "/imports",
        type,
        BodyPublishers.ofString(body),
        TestTokens.operator());
  }
}
