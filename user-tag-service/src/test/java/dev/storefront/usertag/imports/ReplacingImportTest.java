package dev.storefront.usertag.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.tagging.Agreement;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What becomes of an import while a later one replaces the users of its tag. */
class ReplacingImportTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired Runs<TagImport, ImportProgress> imports;
  @Autowired Agreement agreement;
  @Autowired DataSource connections;
  @Autowired JdbcClient db;

  @Test
  void whom_an_import_gives_the_tag_has_it_once_that_is_done_also_while_one_replaces_all()
      throws SQLException {
    api.makeTags("rep-both");
    api.tag("rep-first", "rep-both");
    imports.stop();
    String adding = post("/api/v1/tags/rep-both/imports", "text/plain", "rep-u\nrep-v\n");
    String replacing = replace("rep-both", "rep-first\nrep-u\n");
    held(adding, true);
    try (Connection first = lock("rep-first")) {
      imports.start();
      await().atMost(SOON).until(() -> hasBegun("rep-both"));
      held(adding, false);
      await().atMost(SOON).until(() -> state(adding).equals("DONE"));

      assertThat(api.isTagged("rep-u", "rep-both")).as("the first one says DONE").isTrue();
      assertThat(api.users("rep-both")).containsExactlyInAnyOrder("rep-first", "rep-u");
      assertThat(api.count("rep-both")).isEqualTo(2);
      assertThat(api.tagsOf("rep-u")).containsExactly("rep-both");
      assertThat(state(replacing)).as("nobody was held up otherwise").isEqualTo("RUNNING");
      assertThat(api.get("/api/v1/tags/rep-both/audit?userId=rep-u").text("/changes/0/by"))
          .isEqualTo("import " + replacing);
      first.rollback();
    }
    await()
        .atMost(SOON)
        .until(
            () -> {
              assertThat(api.isTagged("rep-u", "rep-both")).isTrue();
              return state(replacing).equals("DONE");
            });
    assertThat(api.users("rep-both")).containsExactlyInAnyOrder("rep-first", "rep-u");
    await().atMost(SOON).untilAsserted(agreement::check);
  }

  @Test
  void what_a_cancelled_replacement_has_not_reached_is_as_if_it_had_never_begun()
      throws SQLException {
    api.makeTags("rep-gone");
    api.tag("rep-second", "rep-gone");
    imports.stop();
    String adding = post("/api/v1/imports", "text/csv", "rep-x,rep-gone\n");
    String replacing = replace("rep-gone", "rep-second\nrep-y\n");
    held(adding, true);
    try (Connection second = lock("rep-second")) {
      imports.start();
      await().atMost(SOON).until(() -> hasBegun("rep-gone"));
      api.delete("/api/v1/tags/rep-gone/imports/" + replacing).expect(204);
      second.rollback();
    }
    await().atMost(SOON).until(() -> isCleared(replacing));
    held(adding, false);
    await().atMost(SOON).until(() -> state(adding).equals("DONE"));

    assertThat(api.users("rep-gone")).containsExactlyInAnyOrder("rep-second", "rep-x");
    await().atMost(SOON).untilAsserted(agreement::check);
  }

  /** Has the import wait as if an instance that stands still had it; or wait no longer. */
  private void held(String id, boolean isHeld) {
    db.sql("UPDATE run SET lease_until = ? WHERE id = ?")
        .params(isHeld ? Long.MAX_VALUE / 2 : 0, id)
        .update();
  }

  /** Nobody can change the user's tags until the transaction ends. */
  private Connection lock(String userId) throws SQLException {
    Connection connection = connections.getConnection();
    connection.setAutoCommit(false);
    try (PreparedStatement locking =
        connection.prepareStatement(
            "SELECT ordinal FROM tagged_user WHERE user_id = ? FOR UPDATE")) {
      locking.setString(1, userId);
      try (ResultSet row = locking.executeQuery()) {
        assertThat(row.next()).isTrue();
      }
    }
    return connection;
  }

  private boolean hasBegun(String tag) {
    return db.sql("SELECT replaced_at FROM tag WHERE name = ?")
            .param(tag)
            .query(Long.class)
            .single()
        > 0;
  }

  private boolean isCleared(String id) {
    return db.sql("SELECT NOT pending FROM run WHERE id = ?")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  private String state(String id) {
    return imports.find(id).orElseThrow().state().name();
  }

  private String replace(String tag, String lines) {
    return post("/api/v1/tags/" + tag + "/imports?mode=replace", "text/plain", lines);
  }

  private String post(String path, String type, String body) {
    Reply accepted =
        api.send("POST", path, type, BodyPublishers.ofString(body), TestTokens.operator());
    return accepted.expect(202).text("/id");
  }
}
