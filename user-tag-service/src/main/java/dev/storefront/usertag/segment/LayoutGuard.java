package dev.storefront.usertag.segment;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Writes the size of segments down at the first start, and holds every later one to it. */
@Component
final class LayoutGuard implements InitializingBean {

  private final SegmentLayout layout;
  private final JdbcClient database;

  LayoutGuard(SegmentLayout layout, JdbcClient database) {
    this.layout = layout;
    this.database = database;
  }

  @Override
  public void afterPropertiesSet() {
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
  }
}
