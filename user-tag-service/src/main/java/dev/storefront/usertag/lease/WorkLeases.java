package dev.storefront.usertag.lease;

import static dev.storefront.common.database.DatabaseClock.NOW;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which instance does what all could do, in the table {@code work_lease}. It keeps them from doing
 * the same at once; none relies on it being alone.
 */
@Component
public class WorkLeases {

  private static final Duration KEPT = Duration.ofSeconds(30);

  private final JdbcClient database;
  private final long owner;

  WorkLeases(JdbcClient database, RandomGenerator random) {
    this.database = database;
    this.owner = random.nextLong();
  }

  /** Takes steps of the work as long as there are more, and no other instance is at it. */
  public void work(String name, BooleanSupplier step) {
    boolean isMore = true;
    while (isMore && take(name)) {
      isMore = step.getAsBoolean();
    }
  }

  /**
   * Takes the work, or keeps it for another 30 s.
   *
   * @param name a row of the table
   * @return false if another instance is at it
   */
  public boolean take(String name) {
    return database
            .sql(
                "UPDATE work_lease SET owner = ?, held_until = %1$s + ?".formatted(NOW)
                    + " WHERE name = ? AND (owner = ? OR held_until <= %1$s)".formatted(NOW))
            .params(owner, KEPT.toMillis(), name, owner)
            .update()
        == 1;
  }
}
