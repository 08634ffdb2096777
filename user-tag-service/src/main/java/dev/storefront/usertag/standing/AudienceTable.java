package dev.storefront.usertag.standing;

import static java.util.stream.Collectors.toMap;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.audience.NamedAudiences;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Standing audiences in the table {@code standing_audience}. */
@Component
class AudienceTable implements NamedAudiences {

  private static final String SELECT =
      "SELECT a.*, (SELECT f.reached FROM audience_formula f WHERE f.audience = a.id"
          + " ORDER BY f.version DESC LIMIT 1) AS reached FROM standing_audience a"
          + " WHERE NOT a.deleted";

  private final JdbcClient database;

  AudienceTable(JdbcClient database) {
    this.database = database;
  }

  /** Waits for the turn to change audiences, and keeps it until the transaction ends. */
  void lock() {
    database
        .sql("SELECT value FROM counter WHERE name = 'audience' FOR UPDATE")
        .query()
        .singleRow();
  }

  @Override
  public Map<String, String> expressions(Collection<String> names) {
    return database
        .sql(SELECT + " AND name IN (:names)")
        .param("names", names.stream().map(AudienceTable::bytes).toList())
        .query(AudienceTable::audience)
        .list()
        .stream()
        .collect(toMap(StandingAudience::name, StandingAudience::expression));
  }

  /** The expressions of all audiences by name. */
  Map<String, String> expressions() {
    return database.sql(SELECT).query(AudienceTable::audience).list().stream()
        .collect(toMap(StandingAudience::name, StandingAudience::expression));
  }

  Optional<StandingAudience> find(String name) {
    return database
        .sql(SELECT + " AND name = ?")
        .param(bytes(name))
        .query(AudienceTable::audience)
        .optional();
  }

  /** The audience that an address names; 404 {@code unknown-audience} if there is none. */
  StandingAudience existing(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  /** 404 {@code unknown-audience}. */
  static ProblemException unknown(String name) {
    return Problem.of(
            HttpStatus.NOT_FOUND, "unknown-audience", "There is no audience '%s'.".formatted(name))
        .with("audience", name)
        .toException();
  }

  /** Audiences by name, those after {@code name}. */
  List<StandingAudience> page(String name, int limit) {
    return database
        .sql(SELECT + " AND name > ? ORDER BY name LIMIT ?")
        .params(bytes(name), limit)
        .query(AudienceTable::audience)
        .list();
  }

  void insert(String name, String expression, String description) {
    database
        .sql(
            "INSERT INTO standing_audience"
                + " (name, expression, description, version, counted_version, counted_at)"
                + " VALUES (?, ?, ?, 0, 0, 0)")
        .params(bytes(name), expression, description)
        .update();
  }

  void describe(long id, String expression, String description) {
    database
        .sql("UPDATE standing_audience SET expression = ?, description = ? WHERE id = ?")
        .params(expression, description, id)
        .update();
  }

  /** Others belong to it from now on: it has to be counted. */
  void redefine(long id) {
    database
        .sql("UPDATE standing_audience SET version = version + 1, counted_at = 0 WHERE id = ?")
        .param(id)
        .update();
  }

  /** Nobody sees it from now on; {@link #forget} ends it. */
  void hide(long id) {
    database
        .sql(
            "UPDATE standing_audience SET deleted = TRUE, version = version + 1,"
                + " users = NULL, counted_version = 0 WHERE id = ?")
        .param(id)
        .update();
  }

  /** A hidden one of that name is seen again; false if there is none. */
  boolean show(String name, String expression, String description) {
    return database
            .sql(
                "UPDATE standing_audience SET deleted = FALSE, expression = ?, description = ?"
                    + " WHERE name = ? AND deleted")
            .params(expression, description, bytes(name))
            .update()
        == 1;
  }

  /** How many are hidden. */
  int hidden() {
    return database
        .sql("SELECT COUNT(*) FROM standing_audience WHERE deleted")
        .query(Integer.class)
        .single();
  }

  /** Ends one that is hidden, with its formulas; one that is seen again stays. */
  void forget(long id) {
    database.sql("DELETE FROM standing_audience WHERE id = ? AND deleted").param(id).update();
  }

  /** One that was last counted before then; empty if there is none. */
  Optional<StandingAudience> countedBefore(long millis) {
    return database
        .sql(SELECT + " AND counted_at < ? ORDER BY counted_at LIMIT 1")
        .param(millis)
        .query(AudienceTable::audience)
        .optional();
  }

  /** Its users were counted; false if its expression is another one by now, or it is gone. */
  boolean counted(StandingAudience audience, long users, long now) {
    return database
            .sql(
                "UPDATE standing_audience SET users = ?, counted_version = version, counted_at = ?"
                    + " WHERE id = ? AND version = ?")
            .params(users, now, audience.id(), audience.version())
            .update()
        == 1;
  }

  /** Its users cannot be counted, and need not be tried again before the next time. */
  void notCounted(StandingAudience audience, long now) {
    database
        .sql("UPDATE standing_audience SET counted_at = ? WHERE id = ? AND version = ?")
        .params(now, audience.id(), audience.version())
        .update();
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static StandingAudience audience(ResultSet row, int index) throws SQLException {
    return new StandingAudience(
        row.getLong("id"),
        new String(row.getBytes("name"), StandardCharsets.UTF_8),
        row.getString("expression"),
        row.getString("description"),
        row.getLong("version"),
        row.getLong("counted_version"),
        row.getObject("users", Long.class),
        row.getLong("reached"));
  }
}
