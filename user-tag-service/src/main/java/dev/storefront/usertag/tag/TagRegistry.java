package dev.storefront.usertag.tag;

import dev.storefront.common.database.RetriedWhenLocked;
import dev.storefront.usertag.segment.SegmentBuilds;
import dev.storefront.usertag.segment.SegmentStore;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Makes tags, changes their descriptions and deletes them. */
@Component
@RetriedWhenLocked(maxRetries = 1)
class TagRegistry {

  /** Tags at one time. */
  static final int MOST_TAGS = 100_000;

  /** The last number: a tag costs the same whatever its number. */
  private static final int LAST_NUMBER = 1_000_000_000;

  private final JdbcClient database;
  private final TagCatalog catalog;
  private final NewTagListener listener;
  private final SegmentStore segments;
  private final SegmentBuilds builds;

  TagRegistry(
      JdbcClient database,
      TagCatalog catalog,
      NewTagListener listener,
      SegmentStore segments,
      SegmentBuilds builds) {
    this.database = database;
    this.catalog = catalog;
    this.listener = listener;
    this.segments = segments;
    this.builds = builds;
  }

  @Transactional
  TagPut put(String name, String description) {
    int last = lockLastNumber();
    Optional<Tag> existing = catalog.find(name);
    if (existing.isPresent() && describe(existing.get().number(), description)) {
      return new TagPut.Updated(new Tag(existing.get().number(), name, description));
    }
    // Numbers are dense: as long as few were given there are no more tags than that, to be counted.
    if (last >= LAST_NUMBER || last >= MOST_TAGS && count() >= MOST_TAGS) {
      return new TagPut.TooManyTags(MOST_TAGS);
    }
    return create(last + 1, name, description);
  }

  private TagPut create(int number, String name, String description) {
    database.sql("UPDATE counter SET value = ? WHERE name = 'tag'").param(number).update();
    database
        .sql("INSERT INTO tag (number, name, description) VALUES (?, ?, ?)")
        .params(number, TagCatalog.bytes(name), description)
        .update();
    listener.made(name);
    return new TagPut.Created(new Tag(number, name, description));
  }

  /** False if the tag is gone: who was deleting it had it locked. */
  private boolean describe(int number, String description) {
    return database
            .sql("UPDATE tag SET description = ? WHERE number = ?")
            .params(description, number)
            .update()
        == 1;
  }

  /**
   * Deletes the tag for every caller at once; its marks are cleared later. Waits for writers who
   * are just bringing marks of the tag to Redis, and fails as long as that is away.
   *
   * @return false if there was no such tag
   */
  @Transactional
  boolean remove(String name) {
    lockRemoval();
    Optional<Integer> number =
        database
            .sql("SELECT number FROM tag WHERE name = ? FOR UPDATE")
            .param(TagCatalog.bytes(name))
            .query(Integer.class)
            .optional();
    number.ifPresent(
        removed -> {
          database.sql("DELETE FROM tag WHERE number = ?").param(removed).update();
          database.sql("INSERT INTO removed_tag (number) VALUES (?)").param(removed).update();
          // Before this is committed: who remembers the tag asks the database from now on.
          builds.changeEditions(segments.lastSegment());
        });
    return number.isPresent();
  }

  /** Who makes tags waits here for its turn; so numbers are dense. */
  private int lockLastNumber() {
    return database
        .sql("SELECT value FROM counter WHERE name = 'tag' FOR UPDATE")
        .query(Integer.class)
        .single();
  }

  /**
   * Who deletes a tag waits here for its turn, and not where tags are made: it asks all segments
   * meanwhile.
   */
  private void lockRemoval() {
    database
        .sql("SELECT value FROM counter WHERE name = 'tag-removal' FOR UPDATE")
        .query(Integer.class)
        .single();
  }

  private int count() {
    return database.sql("SELECT COUNT(*) FROM tag").query(Integer.class).single();
  }
}
