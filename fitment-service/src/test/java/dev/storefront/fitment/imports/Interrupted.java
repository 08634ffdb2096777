package dev.storefront.fitment.imports;

import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Leaves imports as an instance does that was killed. */
record Interrupted(JdbcClient db) {

  private static final JsonMapper JSON = new JsonMapper();

  void at(String id, Progress progress) {
    db.sql("UPDATE run SET state = 'RUNNING', progress = ? WHERE id = ?")
        .params(JSON.writeValueAsString(progress), id)
        .update();
  }
}
