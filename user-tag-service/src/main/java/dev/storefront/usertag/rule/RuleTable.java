package dev.storefront.usertag.rule;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Rules in the table {@code tag_rule}: so few that all are read at once. */
@Component
class RuleTable {

  static final int MOST_RULES = 100;

  private final JdbcClient database;
  private final JsonMapper json;

  RuleTable(JdbcClient database, JsonMapper json) {
    this.database = database;
    this.json = json;
  }

  /** What became of a rule that was put. */
  enum Put {
    CREATED,
    CHANGED,
    TOO_MANY
  }

  List<Rule> all() {
    return database
        .sql("SELECT * FROM tag_rule ORDER BY name LIMIT ?")
        .param(MOST_RULES)
        .query(this::rule)
        .list();
  }

  Optional<Rule> find(String name) {
    return all().stream().filter(rule -> rule.name().equals(name)).findFirst();
  }

  /** Saves the rule; one that is as it was goes on counting, another begins anew. */
  @Transactional
  public Put put(String name, RulePut put) {
    // Who changes rules waits here for its turn.
    database
        .sql("SELECT owner FROM work_lease WHERE name = 'rules' FOR UPDATE")
        .query()
        .singleRow();
    Optional<Rule> existing = find(name);
    if (existing.isEmpty() && all().size() >= MOST_RULES) {
      return Put.TOO_MANY;
    }
    if (existing.isEmpty() || !existing.get().equals(wanted(existing.get().id(), name, put))) {
      delete(name);
      insert(wanted(0, name, put));
    }
    return existing.isEmpty() ? Put.CREATED : Put.CHANGED;
  }

  boolean delete(String name) {
    return database.sql("DELETE FROM tag_rule WHERE name = ?").param(bytes(name)).update() == 1;
  }

  private static Rule wanted(long id, String name, RulePut put) {
    return new Rule(
        id,
        name,
        put.tag(),
        put.topic(),
        put.conditions(),
        put.atLeast() == null ? 1 : put.atLeast(),
        put.withinSeconds(),
        put.expiresAfterSeconds());
  }

  private void insert(Rule rule) {
    database
        .sql(
            "INSERT INTO tag_rule"
                + " (name, tag, topic, conditions, at_least, within_seconds, expires_after)"
                + " VALUES (:name, :tag, :topic, :conditions, :atLeast, :within, :expires)")
        .param("name", bytes(rule.name()))
        .param("tag", bytes(rule.tag()))
        .param("topic", rule.topic().topic())
        .param("conditions", json.writeValueAsString(rule.where()))
        .param("atLeast", rule.atLeast())
        .param("within", rule.withinSeconds())
        .param("expires", rule.expiresAfterSeconds())
        .update();
  }

  private Rule rule(ResultSet row, int index) throws SQLException {
    return new Rule(
        row.getLong("id"),
        text(row.getBytes("name")),
        text(row.getBytes("tag")),
        RuleTopic.of(row.getString("topic")),
        json.readValue(row.getString("conditions"), new TypeReference<Map<String, Object>>() {}),
        row.getInt("at_least"),
        row.getObject("within_seconds", Long.class),
        row.getObject("expires_after", Long.class));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
