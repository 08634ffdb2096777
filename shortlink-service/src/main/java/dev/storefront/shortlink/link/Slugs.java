package dev.storefront.shortlink.link;

import java.time.Instant;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Chosen names: each belongs for ever to who had it first, case by case. */
@Component
class Slugs {

  private final JdbcClient jdbc;

  Slugs(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Reserves a name. False if it is taken; a reservation whose link never came about can be made
   * again by the same application.
   */
  boolean reserve(String slug, String clientId, Instant now) {
    try {
      jdbc.sql("INSERT INTO slugs (slug, created_by, created_at) VALUES (?, ?, ?)")
          .params(slug, clientId, now.toEpochMilli())
          .update();
      return true;
    } catch (DuplicateKeyException e) {
      return jdbc.sql(
                  "SELECT COUNT(*) FROM slugs WHERE slug = ? AND created_by = ? AND NOT published")
              .params(slug, clientId)
              .query(Long.class)
              .single()
          > 0;
    }
  }

  /** False if another request that reserved the name at the same time did so before. */
  boolean markPublished(String slug) {
    return jdbc.sql("UPDATE slugs SET published = TRUE WHERE slug = ? AND NOT published")
            .param(slug)
            .update()
        > 0;
  }
}
