package dev.storefront.usertag.segment;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How far ordinals, and with them segments, reach by now. */
@Component
final class OrdinalSpace {

  private final JdbcClient database;

  OrdinalSpace(JdbcClient database) {
    this.database = database;
  }

  /** The highest ordinal that was given to a user, 0 before the first. */
  long highest() {
    return database.sql("SELECT value FROM counter WHERE name = 'user'").query(Long.class).single();
  }
}
