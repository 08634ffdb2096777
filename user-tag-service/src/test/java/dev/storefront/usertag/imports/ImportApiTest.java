package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.spool.SpooledFile;
import dev.storefront.common.spool.UploadOutcome;
import dev.storefront.common.spool.Uploads;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
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
import org.springframework.jdbc.core.simple.JdbcClient;

class ImportApiTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired Runs<TagImport, ImportProgress> imports;
  @Autowired Uploads<TagImport> uploads;
  @Autowired Spool spool;
  @Autowired TagCatalog tags;
  @Autowired JdbcClient db;

  @Test
  void an_import_tags_all_its_users_and_lists_the_lines_that_are_none() {
    api.makeTags("imp-many");
    String lines =
        IntStream.range(0, 2500)
            .mapToObj(i -> i % 1000 == 500 ? "" : "imp-" + i)
            .collect(Collectors.joining("\n"));
    Reply accepted = post("imp-many", "text/plain", lines);
    assertThat(accepted.status()).isEqualTo(202);
    Reply done = completed("imp-many", accepted.text("/id"));
    assertThat(done.json().get("linesRead").asInt()).isEqualTo(2500);
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(2498);
    assertThat(done.json().get("rejected").toString())
        .isEqualTo(
            "[{\"line\":501,\"reason\":\"is empty\"},{\"line\":1501,\"reason\":\"is empty\"}]");
    assertThat(api.count("imp-many")).isEqualTo(2498);
    assertThat(api.isTagged("imp-2499", "imp-many")).isTrue();
  }

  @Test
  void an_import_that_should_not_add_is_refused() {
    api.makeTags("imp-removed");
    for (String mode : List.of("remove", "replace", "Add")) {
      send("/api/v1/tags/imp-removed/imports?mode=" + mode, "text/plain", "rm-1").isInvalid("mode");
    }
    String path = "/api/v1/tags/imp-removed/imports?mode=add";
    completed("imp-removed", send(path, "text/plain", "rm-1").expect(202).text("/id"));
    assertThat(api.users("imp-removed")).containsExactly("rm-1");
  }

  @Test
  void a_user_who_comes_twice_is_counted_once_however_far_apart() {
    api.makeTags("imp-twice");
    String once =
        IntStream.range(0, 1500).mapToObj(i -> "tw-" + i).collect(Collectors.joining("\n"));
    String lines = "tw-0\n" + once + "\n" + once + "\n";

    Reply done = completed("imp-twice", post("imp-twice", "text/plain", lines).text("/id"));

    assertThat(done.json().get("linesRead").asInt()).isEqualTo(3001);
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(1500);
    assertThat(api.count("imp-twice")).isEqualTo(1500);
  }

  @Test
  void an_import_that_was_interrupted_goes_on_behind_what_it_has_read() throws IOException {
    api.makeTags("imp-resumed");
    imports.stop();
    Run<TagImport, ImportProgress> interrupted = interrupted("imp-resumed", "r-1\nr-2\nr-3\nr-4\n");
    imports.start();
    Reply done = ended("imp-resumed", Long.toString(interrupted.id()), "DONE");
    assertThat(done.json().get("linesRead").asInt()).isEqualTo(4);
    assertThat(api.users("imp-resumed")).containsExactly("r-3", "r-4");
    SpooledFile file = interrupted.request().file();
    await().untilAsserted(() -> assertThat(spool.has(file)).isFalse());
  }

  @Test
  void an_import_whose_file_is_lost_has_failed_and_one_whose_file_is_elsewhere_waits()
      throws IOException {
    api.makeTags("imp-lost");
    imports.stop();
    Run<TagImport, ImportProgress> lost = interrupted("imp-lost", "r-1\nr-2\nr-3\n");
    spool.delete(lost.request().file());
    SpooledFile theirs = new SpooledFile("another-folder", "a-file", 3);
    RunStart elsewhere =
        imports.start(new TagImport(number("imp-lost"), "imp-lost", theirs, null), "imp-lost");
    imports.start();
    Reply failed = ended("imp-lost", Long.toString(lost.id()), "FAILED");
    assertThat(failed.text("/failure")).isEqualTo("Its file is lost.");
    String waiting = Long.toString(((RunStart.Started) elsewhere).id());
    assertThat(api.get("/api/v1/tags/imp-lost/imports/" + waiting).text("/state"))
        .isEqualTo("QUEUED");
    assertThat(delete("imp-lost", waiting)).isEqualTo(204);
  }

  /** An import of which two lines were read when its instance ended. */
  private Run<TagImport, ImportProgress> interrupted(String tag, String lines) throws IOException {
    UploadOutcome sent =
        uploads.take(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
            tag,
            file -> new TagImport(number(tag), tag, file, null));
    long id = sent.idOrRefusal();
    db.sql(
            "UPDATE run SET state = 'RUNNING', progress ="
                + " '{\"linesRead\":2,\"usersTagged\":2,\"linesRejected\":0}' WHERE id = ?")
        .param(id)
        .update();
    return imports.find(id).orElseThrow();
  }

  private int number(String tag) {
    return tags.find(tag).orElseThrow().number();
  }

  @Test
  void an_import_is_cancelled_once_and_for_all() throws IOException {
    api.makeTags("imp-cancelled");
    imports.stop();
    String waiting = post("imp-cancelled", "text/plain", "c-1\n").text("/id");
    assertThat(delete("imp-cancelled", waiting)).isEqualTo(204);
    Reply cancelled = ended("imp-cancelled", waiting, "CANCELLED");
    assertThat(cancelled.text("/finishedAt")).isNotEmpty();
    assertThat(cancelled.json().get("startedAt").isNull()).isTrue();
    imports.start();
    String done = post("imp-cancelled", "text/plain", "c-2\n").text("/id");
    completed("imp-cancelled", done);
    assertThat(delete("imp-cancelled", done)).isEqualTo(204);
    assertThat(delete("imp-cancelled", waiting)).isEqualTo(204);
    completed("imp-cancelled", done);
    assertThat(api.users("imp-cancelled")).containsExactly("c-2");
    assertThat(delete("imp-cancelled", "999999999")).isEqualTo(404);
    assertThat(delete("imp-other", done)).isEqualTo(404);
  }

  @Test
  void the_imports_of_a_tag_are_listed_the_newest_first() {
    api.makeTags("imp-listed", "imp-unlisted");
    String first = post("imp-listed", "text/plain", "l-1\n").text("/id");
    post("imp-unlisted", "text/plain", "l-2\n");
    String second = post("imp-listed", "text/plain", "l-3\n").text("/id");
    String path = "/api/v1/tags/imp-listed/imports?limit=1";
    Reply page = api.get(path);
    assertThat(page.json().at("/items/0/id").asString()).isEqualTo(second);
    assertThat(page.json().at("/items").size()).isEqualTo(1);
    Reply rest = api.get(path + "&cursor=" + page.text("/nextCursor"));
    assertThat(rest.json().at("/items/0/id").asString()).isEqualTo(first);
    assertThat(rest.json().has("nextCursor")).isFalse();
    assertThat(api.get(path + "&cursor=nonsense").code()).isEqualTo("invalid-cursor");
    assertThat(api.get("/api/v1/tags/imp-listed/imports?limit=0").code())
        .isEqualTo("invalid-request");
  }

  @Test
  void an_empty_file_is_completed_with_no_line() {
    api.makeTags("imp-empty");
    Reply done = completed("imp-empty", post("imp-empty", "text/plain", "").text("/id"));
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
    return ended(tag, id, "DONE");
  }

  private Reply ended(String tag, String id, String state) {
    String path = "/api/v1/tags/%s/imports/%s".formatted(tag, id);
    return await().atMost(SOON).until(() -> api.get(path), it -> it.text("/state").equals(state));
  }

  private int delete(String tag, String id) {
    return api.send(
            "DELETE",
            "/api/v1/tags/%s/imports/%s".formatted(tag, id),
            "application/json",
            BodyPublishers.noBody(),
            TestTokens.operator())
        .status();
  }

  private Reply post(String tag, String type, String body) {
    return send("/api/v1/tags/" + tag + "/imports", type, body);
  }

  private Reply send(String path, String type, String body) {
    return api.send("POST", path, type, BodyPublishers.ofString(body), TestTokens.operator());
  }
}
