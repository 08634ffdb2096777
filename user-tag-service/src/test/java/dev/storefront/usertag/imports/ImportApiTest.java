package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.spool.SpooledFile;
import dev.storefront.common.spool.Uploads;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.Agreement;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.util.ReflectionTestUtils;
import tools.jackson.databind.json.JsonMapper;

class ImportApiTest extends ServiceTest {

  /** Far more than some hundred changes need. */
  private static final int MOST_PAGES_TOLD = 100;

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired Runs<TagImport, ImportProgress> imports;
  @Autowired Uploads<TagImport> uploads;
  @Autowired Spool spool;
  @Autowired TagCatalog tags;
  @Autowired Tagging tagging;
  @Autowired UserDirectory directory;
  @Autowired SegmentStore segments;
  @Autowired ImportLedger ledger;
  @Autowired Agreement agreement;
  @Autowired Clock clock;
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
  void what_an_import_did_is_told_of_each_of_its_users() {
    api.makeTags("imp-told");
    api.tag("told-7", "imp-told"); // so the import changes nothing of him
    List<String> users = IntStream.range(0, 400).mapToObj(i -> "told-" + i).toList();
    String id = post("imp-told", "text/plain", String.join("\n", users)).text("/id");
    completed("imp-told", id);
    api.tag("told-more", "imp-told");
    assertThat(
            db.sql("SELECT COUNT(*) FROM tag_audit WHERE tag = ? AND made_by LIKE 'import%'")
                .param(number("imp-told"))
                .query(Integer.class)
                .single())
        .as("rows")
        .isLessThan(120);

    List<String> told = new ArrayList<>();
    String path = "/api/v1/tags/imp-told/audit";
    String cursor = "";
    for (int pages = 1; cursor != null; pages++) {
      assertThat(pages).as("pages").isLessThanOrEqualTo(MOST_PAGES_TOLD);
      Reply page = api.get(path + "?limit=30" + cursor).expect(200);
      assertThat(page.json().get("changes").size()).isBetween(1, 30);
      page.json()
          .get("changes")
          .forEach(
              change ->
                  told.add(change.get("userId").asString() + " by " + change.get("by").asString()));
      cursor = page.json().has("nextCursor") ? "&cursor=" + page.text("/nextCursor") : null;
    }
    assertThat(told).hasSize(401).doesNotHaveDuplicates();
    assertThat(told.get(0)).startsWith("told-more by ");
    assertThat(told).contains("told-0 by import " + id, "told-399 by import " + id);
    assertThat(told).doesNotContain("told-7 by import " + id);
    Reply one = api.get(path + "?userId=told-150").expect(200);
    assertThat(one.json().get("changes").size()).isEqualTo(1);
    assertThat(one.text("/changes/0/by")).isEqualTo("import " + id);

    assertThat(api.get(path + "?limit=1000").body()).contains("\"told-150\"");
    long before = directory.find(new UserId("told-150")).orElseThrow();
    api.delete("/api/v1/users/told-150").expect(204);
    // As an instance remembers it that did not erase.
    ReflectionTestUtils.invokeMethod(directory, "remember", "told-150", before);
    assertThat(api.get(path + "?limit=1000").body()).doesNotContain("\"told-150\"");
    directory.forget(List.of("told-150"));
    api.tag("told-150", "imp-told");
    assertThat(api.get(path + "?userId=told-150").json().get("changes").size()).isEqualTo(1);
    assertThat(api.get(path + "?limit=1000").text("/changes/0/userId")).isEqualTo("told-150");
  }

  @Test
  void a_step_of_an_import_that_fails_in_the_database_has_not_touched_redis() {
    api.makeTags("imp-ended");
    api.untag("ended-1", "imp-ended");
    long ordinal = directory.find(new UserId("ended-1")).orElseThrow();
    int number = number("imp-ended");
    List<Mark> step = List.of(new Mark(ordinal, number, true));
    long changedAt = System.currentTimeMillis() + 1000;
    db.sql("RENAME TABLE tag_audit TO tag_audit_away").update();
    try {
      assertThatThrownBy(() -> tagging.applyMarks(step, changedAt, "test", false, () -> {}))
          .isInstanceOf(DataAccessException.class);
    } finally {
      db.sql("RENAME TABLE tag_audit_away TO tag_audit").update();
    }
    assertThat(segments.tagsOf(ordinal)).doesNotContain(number);

    tagging.applyMarks(step, changedAt, "test", true, () -> {});
    assertThat(segments.tagsOf(ordinal)).contains(number);
    tagging.applyMarks(List.of(), changedAt, "test", true, () -> {}); // as the last step may be
  }

  @Test
  void a_step_of_an_import_reads_its_users_once() {
    api.makeTags("imp-step");
    api.untag("step-1", "imp-step");
    long ordinal = directory.find(new UserId("step-1")).orElseThrow();
    int number = tags.find("imp-step").orElseThrow().number();
    // What Redis is told is what was recorded, not what would be read once more.
    tagging.applyMarks(
        List.of(new Mark(ordinal, number, true)),
        System.currentTimeMillis() + 1000,
        "test",
        false,
        () ->
            db.sql("UPDATE tagged_user SET marks = NULL, tags = '' WHERE ordinal = ?")
                .param(ordinal)
                .update());
    assertThat(api.isTagged("step-1", "imp-step")).isTrue();

    api.untag("step-1", "imp-step");
    assertThat(api.isTagged("step-1", "imp-step")).isFalse();
  }

  @Test
  void an_import_that_should_do_something_else_is_refused() {
    api.makeTags("imp-mode");
    for (String mode : List.of("set", "Add", "")) {
      send("/api/v1/tags/imp-mode/imports?mode=" + mode, "text/plain", "md-1").isInvalid("mode");
    }
    send("/api/v1/imports?mode=replace", "text/csv", "md-1,imp-mode").isInvalid("mode");
    for (String charset : List.of("utf-16", "iso-8859-1")) {
      post("imp-mode", "text/plain;charset=" + charset, "md-1")
          .expect(415, "unsupported-media-type");
    }
    assertThat(api.users("imp-mode")).isEmpty();
  }

  @Test
  void an_import_removes_its_users_alone() {
    api.makeTags("imp-removed");
    completed("imp-removed", post("imp-removed", "text/plain", "rm-1\nrm-2\nrm-3").text("/id"));
    String path = "/api/v1/tags/imp-removed/imports?mode=remove";
    Reply done =
        completed(
            "imp-removed", send(path, "text/plain", "rm-2\nrm-4\n\n").expect(202).text("/id"));
    assertThat(done.text("/mode")).isEqualTo("remove");
    assertThat(done.json().get("usersUntagged").asInt()).isEqualTo(2);
    assertThat(done.json().get("usersTagged").asInt()).isZero();
    assertThat(done.json().get("linesRejected").asInt()).isEqualTo(1);
    assertThat(api.users("imp-removed")).containsExactly("rm-1", "rm-3");
  }

  @Test
  void an_import_that_replaces_takes_the_tag_from_all_others_but_not_what_is_newer() {
    api.makeTags("imp-replaced");
    tagAll("imp-replaced", IntStream.range(0, 150).mapToObj(i -> "rp-" + i));
    api.untag("rp-8", "imp-replaced");
    imports.stop();
    String path = "/api/v1/tags/imp-replaced/imports?mode=replace";
    String id = send(path, "text/plain", "rp-8\nrp-new\nrp-7\nrp-late").expect(202).text("/id");
    long accepted = imports.find(id).orElseThrow().request().acceptedAt();
    api.tag("rp-9", "imp-replaced");
    api.untag("rp-late", "imp-replaced");
    imports.start();

    Reply done = completed("imp-replaced", id);

    assertThat(api.users("imp-replaced"))
        .containsExactlyInAnyOrder("rp-7", "rp-8", "rp-9", "rp-new");
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(4);
    // What is older than the import, and comes later.
    change("rp-1", "imp-replaced", accepted - 1);
    change("rp-2", "imp-replaced", accepted + 1);
    assertThat(api.isTagged("rp-1", "imp-replaced")).isFalse();
    assertThat(api.isTagged("rp-2", "imp-replaced")).isTrue();
    await().atMost(SOON).untilAsserted(agreement::check);
  }

  private void change(String userId, String tag, long changedAt) {
    tagging.apply(
        List.of(new TagChange(null, new UserId(userId), number(tag), true, changedAt, null, null)));
  }

  @Test
  void a_sorted_import_goes_on_without_its_file_where_it_was() throws IOException {
    api.makeTags("imp-sorted");
    List<String> users = IntStream.range(0, 100).mapToObj(i -> "st-" + i).toList();
    tagAll("imp-sorted", users.stream());
    imports.stop();
    Run<TagImport, ImportProgress> run =
        begun("imp-sorted", "nobody reads this", ImportMode.REPLACE);
    SortedPart part = new SortedPart(segments.layout());
    long[] ordinals = ordinals(users);
    for (long ordinal : List.of(ordinals[0], ordinals[20], ordinals[99])) {
      part.add(ordinal, run.request().tag());
    }
    ledger.add(run.id(), 0, part.sets());
    spool.delete(run.request().file());
    int segment = segments.layout().segmentOf(ordinals[20]);
    int offset = segments.layout().offsetOf(ordinals[20]);
    progress(
        run,
        new ImportProgress(3, 1, 0, 9, 19, new ImportPlace(segment, run.request().tag(), offset)));
    imports.start();

    Reply done = ended("imp-sorted", Long.toString(run.id()), "DONE");

    List<String> expected = new ArrayList<>(users.subList(0, 21));
    expected.add("st-99");
    assertThat(api.users("imp-sorted")).containsExactlyElementsOf(expected);
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(3);
    assertThat(done.json().get("usersUntagged").asInt()).isEqualTo(97);
    await().atMost(SOON).until(() -> ledger.from(run.id(), ImportPlace.FIRST).isEmpty());
  }

  private long[] ordinals(List<String> users) {
    Map<String, Long> found = directory.find(users);
    return users.stream().mapToLong(found::get).toArray();
  }

  @Test
  void an_import_of_many_tags_takes_each_line_for_itself() {
    api.makeTags("imp-csv-a", "imp-csv-b");
    String lines = "cv-1,imp-csv-a\ncv-1,imp-csv-b\ncv-1,imp-csv-a\ncv,2,imp-csv-b\ncv-3,none\n";
    Reply accepted = send("/api/v1/imports", "text/csv", lines).expect(202);
    String path = "/api/v1/imports/" + accepted.text("/id");

    Reply done =
        await().atMost(SOON).until(() -> api.get(path), it -> it.text("/state").equals("DONE"));

    assertThat(done.json().has("tag")).isFalse();
    assertThat(done.json().get("usersTagged").asInt()).isEqualTo(3);
    assertThat(done.json().get("rejected").toString())
        .isEqualTo("[{\"line\":5,\"reason\":\"names a tag that does not exist\"}]");
    assertThat(api.users("imp-csv-a")).containsExactly("cv-1");
    assertThat(api.users("imp-csv-b")).containsExactly("cv-1", "cv,2");
    assertThat(api.get("/api/v1/imports?limit=1").text("/items/0/id"))
        .isEqualTo(accepted.text("/id"));
    assertThat(api.delete(path).status()).isEqualTo(204);
    assertThat(api.get("/api/v1/imports/999999999").code()).isEqualTo("unknown-import");
  }

  @Test
  void an_export_is_what_an_import_takes() {
    api.makeTags("imp-exported");
    String lines =
        IntStream.range(0, 1500).mapToObj(i -> "ex-小" + i + "\n").collect(Collectors.joining());
    completed("imp-exported", post("imp-exported", "text/plain", lines).text("/id"));
    api.untag("ex-小700", "imp-exported");
    api.tag("ex-of\ntwo", "imp-exported"); // no line can have it
    Reply exported = api.get("/api/v1/tags/imp-exported/export").expect(200);
    assertThat(exported.body().lines().sorted())
        .containsExactlyElementsOf(
            lines.lines().filter(id -> !id.equals("ex-小700")).sorted().toList());
    assertThat(api.get("/api/v1/tags/imp-none/export").code()).isEqualTo("unknown-tag");
  }

  @Test
  void a_user_who_comes_twice_is_counted_once_however_far_apart() {
    api.makeTags("imp-twice");
    String once =
        IntStream.range(0, 1500).mapToObj(i -> "imp-" + i).collect(Collectors.joining("\n"));
    String lines = "imp-0\n" + once + "\n" + once + "\n";

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
    await().atMost(SOON).until(() -> !spool.has(file));
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
        imports.start(
            new TagImport(number("imp-lost"), "imp-lost", theirs, null, null), "imp-lost");
    imports.start();
    Reply failed = ended("imp-lost", Long.toString(lost.id()), "FAILED");
    assertThat(failed.text("/failure")).isEqualTo("Its file is lost.");
    String waiting = Long.toString(((RunStart.Started) elsewhere).id());
    assertThat(api.get("/api/v1/tags/imp-lost/imports/" + waiting).text("/state"))
        .isEqualTo("QUEUED");
    assertThat(delete("imp-lost", waiting)).isEqualTo(204);
  }

  /** An import of which two lines were sorted when its instance ended. */
  private Run<TagImport, ImportProgress> interrupted(String tag, String lines) throws IOException {
    Run<TagImport, ImportProgress> run = begun(tag, lines, ImportMode.ADD);
    progress(run, new ImportProgress(2, 0, 0, 8, 0, null));
    return run;
  }

  private Run<TagImport, ImportProgress> begun(String tag, String lines, ImportMode mode)
      throws IOException {
    long id =
        uploads.take(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
            tag,
            file -> new TagImport(number(tag), tag, file, clock.millis(), mode));
    return imports.find(id).orElseThrow();
  }

  private void progress(Run<TagImport, ImportProgress> run, ImportProgress progress) {
    db.sql("UPDATE run SET state = 'RUNNING', progress = ? WHERE id = ?")
        .params(JsonMapper.shared().writeValueAsString(progress), run.id())
        .update();
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
  void lines_are_taken_as_whatever_a_client_calls_them_unless_they_can_be_none() {
    api.makeTags("imp-typed");
    List<String> types = Arrays.asList("text/plain", "text/csv", "application/octet-stream", null);
    for (String type : types) {
      String user = "ty-" + type;
      completed("imp-typed", post("imp-typed", type, user).expect(202).text("/id"));
      assertThat(api.isTagged(user, "imp-typed")).as(user).isTrue();
      String line = "ty-many-%s,imp-typed".formatted(type);
      String path =
          "/api/v1/imports/" + send("/api/v1/imports", type, line).expect(202).text("/id");
      await().atMost(SOON).until(() -> api.get(path).text("/state").equals("DONE"));
      assertThat(api.isTagged("ty-many-" + type, "imp-typed")).as(line).isTrue();
    }
    for (String type : List.of("application/json", "application/x-www-form-urlencoded")) {
      post("imp-typed", type, "ty-none").expect(415, "unsupported-media-type");
      send("/api/v1/imports", type, "ty-none,imp-typed").expect(415, "unsupported-media-type");
    }
    assertThat(api.count("imp-typed")).isEqualTo(2 * types.size());
  }

  @Test
  void what_cannot_be_imported_is_refused() {
    api.makeTags("imp-refused");
    assertThat(post("imp-none", "text/plain", "a").code()).isEqualTo("unknown-tag");
    assertThat(api.get("/api/v1/tags/imp-none/imports").code()).isEqualTo("unknown-tag");
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

  private Reply post(String tag, @Nullable String type, String body) {
    return send("/api/v1/tags/" + tag + "/imports", type, body);
  }

  private Reply send(String path, @Nullable String type, String body) {
    return api.send("POST", path, type, BodyPublishers.ofString(body), TestTokens.operator());
  }
}
