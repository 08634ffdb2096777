package dev.storefront.usertag.tag;

import static java.util.stream.Collectors.toMap;

import dev.storefront.usertag.reading.CoalescedReads;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The tags there are. Every question goes to the database, those for single tags together where
 * many ask at a time: that keeps a tag that another instance has just deleted from being answered
 * for.
 */
@Component
public class TagCatalog {

  private final JdbcClient database;
  private final CoalescedReads<String, Map<String, Tag>> reads =
      new CoalescedReads<>(this::ofNames);

  TagCatalog(JdbcClient database) {
    this.database = database;
  }

  /** The tag of this name; empty if there is none. */
  public Optional<Tag> find(String name) {
    return Optional.ofNullable(reads.read(List.of(name)).get(name));
  }

  /** The numbers of those of these tags that exist. */
  public Map<String, Integer> numbers(Collection<String> names) {
    return ofNames(names).values().stream().collect(toMap(Tag::name, Tag::number));
  }

  private Map<String, Tag> ofNames(Collection<String> names) {
    if (names.isEmpty()) {
      return Map.of();
    }
    return database
        .sql("SELECT number, name, description FROM tag WHERE name IN (:names)")
        .param("names", names.stream().map(TagCatalog::bytes).toList())
        .query(TagCatalog::tag)
        .list()
        .stream()
        .collect(toMap(Tag::name, tag -> tag));
  }

  /** The numbers of all tags; at most {@link TagRegistry#MOST_TAGS}. */
  public Set<Integer> numbers() {
    return database.sql("SELECT number FROM tag").query(Integer.class).set();
  }

  /** The names of all tags, by number. */
  public Map<Integer, String> names() {
    return names(database.sql("SELECT number, name FROM tag"));
  }

  /** The names of those of these tags that exist, by number. */
  public Map<Integer, String> names(Collection<Integer> numbers) {
    return numbers.isEmpty()
        ? Map.of()
        : names(
            database
                .sql("SELECT number, name FROM tag WHERE number IN (:numbers)")
                .param("numbers", numbers));
  }

  private static Map<Integer, String> names(JdbcClient.StatementSpec select) {
    return select.query((row, index) -> Map.entry(row.getInt("number"), name(row))).list().stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Which of these tags exist. They go on existing until the transaction at hand ends.
   *
   * @param numbers tags' numbers
   */
  public Set<Integer> holdExisting(Collection<Integer> numbers) {
    return holdReplaced(numbers).keySet();
  }

  /**
   * Since when the latest import holds that replaces the users of each of these tags, or has
   * replaced them, epoch milliseconds, 0 if there was none; only those that exist. That stays so
   * until the transaction at hand ends.
   *
   * @param numbers tags' numbers, one or more
   */
  public Map<Integer, Long> holdReplaced(Collection<Integer> numbers) {
    return database
        .sql(
            "SELECT number, replaced_at FROM tag WHERE number IN (:numbers) ORDER BY number"
                + " LOCK IN SHARE MODE")
        .param("numbers", numbers)
        .query((row, index) -> Map.entry(row.getInt("number"), row.getLong("replaced_at")))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Tags that were deleted and may still have marks. */
  public List<Integer> removed() {
    return database.sql("SELECT number FROM removed_tag").query(Integer.class).list();
  }

  /** The deleted tag has no mark any more. */
  public void cleared(int number) {
    database.sql("DELETE FROM removed_tag WHERE number = ?").param(number).update();
  }

  /** Tags by name, those after {@code name}. */
  List<Tag> page(String name, int limit) {
    return database
        .sql("SELECT number, name, description FROM tag WHERE name > ? ORDER BY name LIMIT ?")
        .params(bytes(name), limit)
        .query(TagCatalog::tag)
        .list();
  }

  static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static Tag tag(ResultSet row, int index) throws SQLException {
    return new Tag(row.getInt("number"), name(row), row.getString("description"));
  }

  private static String name(ResultSet row) throws SQLException {
    return new String(row.getBytes("name"), StandardCharsets.UTF_8);
  }
}
