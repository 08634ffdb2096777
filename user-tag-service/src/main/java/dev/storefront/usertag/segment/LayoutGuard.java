package dev.storefront.usertag.segment;

import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Writes the size of segments down at the first start, and holds every later one to it, before
 * anything of the service begins to work.
 */
@Component
final class LayoutGuard implements SmartLifecycle {

  private final SegmentLayout layout;
  private final JdbcClient database;
  private volatile boolean held;

  LayoutGuard(SegmentLayout layout, JdbcClient database) {
    this.layout = layout;
    this.database = database;
  }

  @Override
  public int getPhase() {
    return Integer.MIN_VALUE;
  }

  @Override
  public void start() {
    database
        .sql("INSERT IGNORE INTO counter (name, value) VALUES ('segment-bits', ?)")
        .param(layout.segmentBits())
        .update();
    int written =
        database
            .sql("SELECT value FROM counter WHERE name = 'segment-bits'")
            .query(Integer.class)
            .single();
    if (written != layout.segmentBits()) {
      throw new IllegalStateException(
          "storefront.usertag.segment-bits is %d, but the data are cut by %d"
              .formatted(layout.segmentBits(), written));
    }
    held = true;
  }

  @Override
  public void stop() {
    held = false;
  }

  @Override
  public boolean isRunning() {
    return held;
  }
}
