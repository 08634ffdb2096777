package dev.storefront.usertag.standing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.usertag.audience.Formula;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Audiences' formulas in the tables {@code audience_formula} and {@code audience_formula_tag}. */
@Component
class FormulaTable {

  /** Stands in the index for having no tag at all: who is new may come to belong. */
  static final int NO_TAG = 0;

  private static final int MOST_AT_A_TIME = 50;
  private static final String SELECT =
      "SELECT f.audience, a.name, f.version, f.formula, f.reached FROM audience_formula f"
          + " JOIN standing_audience a ON a.id = f.audience";
  private static final String NEWEST_FIRST = " ORDER BY f.audience, f.version DESC";

  /** About 16 MB. */
  private static final long MOST_CHARACTERS_KEPT = 1_000_000;

  private final JdbcClient database;
  private final JdbcTemplate batches;

  /** Each change of a tag reads formulas: each is parsed once. */
  private final Cache<String, Formula> parsed =
      Caffeine.newBuilder()
          .maximumWeight(MOST_CHARACTERS_KEPT)
          .weigher((String text, Formula formula) -> text.length() + 1)
          .build();

  FormulaTable(JdbcClient database, JdbcTemplate batches) {
    this.database = database;
    this.batches = batches;
  }

  /**
   * A version by which nobody belongs to the audience.
   *
   * @param reached {@link AudienceFormula#EVERYBODY} for a new audience, 0 for one whose users are
   *     to leave
   */
  void insertNobody(long audience, long version, long reached) {
    database
        .sql(
            "INSERT INTO audience_formula (audience, version, formula, reached)"
                + " VALUES (?, ?, NULL, ?)")
        .params(audience, version, reached)
        .update();
  }

  /** A version that nobody was judged by yet. */
  void insert(long audience, long version, Formula formula) {
    database
        .sql(
            "INSERT INTO audience_formula (audience, version, formula, reached)"
                + " VALUES (?, ?, ?, 0)")
        .params(audience, version, formula.text())
        .update();
    Stream<Integer> tags = formula.tags().stream();
    boolean isForNewUsers = formula.mayHoldWithoutTags();
    batches.batchUpdate(
        "INSERT INTO audience_formula_tag (tag, audience, version) VALUES (?, ?, ?)",
        (isForNewUsers ? Stream.concat(Stream.of(NO_TAG), tags) : tags)
            .map(tag -> new Object[] {tag, audience, version})
            .toList());
  }

  /** All formulas of the audiences one of whose formulas names one of these tags. */
  List<AudienceFormula> naming(Collection<Integer> tags) {
    return database
        .sql(
            SELECT
                + " WHERE f.audience IN (SELECT audience FROM audience_formula_tag WHERE tag IN"
                + " (:tags))"
                + NEWEST_FIRST)
        .param("tags", tags)
        .query(this::formula)
        .list();
  }

  /** The formulas of one audience, the newest first. */
  List<AudienceFormula> of(long audience) {
    return database
        .sql(SELECT + " WHERE f.audience = ?" + NEWEST_FIRST)
        .param(audience)
        .query(this::formula)
        .list();
  }

  /** Audiences whose newest formula has not reached everybody, or that are to go; some of them. */
  List<Long> unfinished() {
    return database
        .sql(
            "SELECT audience FROM audience_formula WHERE reached < ?"
                + " UNION SELECT id FROM standing_audience WHERE deleted LIMIT ?")
        .params(AudienceFormula.EVERYBODY, MOST_AT_A_TIME)
        .query(Long.class)
        .list();
  }

  /** The formula was applied up to that user. */
  void reach(AudienceFormula formula, long ordinal) {
    database
        .sql("UPDATE audience_formula SET reached = ? WHERE audience = ? AND version = ?")
        .params(ordinal, formula.audience(), formula.version())
        .update();
  }

  /** The formula was applied to everybody: older ones are of no use any more. */
  void finish(AudienceFormula formula) {
    reach(formula, AudienceFormula.EVERYBODY);
    database
        .sql("DELETE FROM audience_formula WHERE audience = ? AND version < ?")
        .params(formula.audience(), formula.version())
        .update();
  }

  private AudienceFormula formula(ResultSet row, int index) throws SQLException {
    String text = row.getString("formula");
    return new AudienceFormula(
        row.getLong("audience"),
        new String(row.getBytes("name"), StandardCharsets.UTF_8),
        row.getLong("version"),
        text == null ? null : parsed.get(text, Formula::parse),
        row.getLong("reached"));
  }
}
