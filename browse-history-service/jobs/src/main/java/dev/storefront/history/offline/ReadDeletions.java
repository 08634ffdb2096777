package dev.storefront.history.offline;

import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Reads a table of deletions or pauses by its primary key, of which the user is the first part, a
 * page at a time: no statement is long, and none sees a row twice.
 */
final class ReadDeletions extends RichFlatMapFunction<String, DeletedView> {

  static final String DELETED =
      """
      SELECT user_id, sku_id AS rest_of_key, sku_id, 0 AS hidden_from, deleted_at FROM deleted_view
      WHERE user_id >= ? AND (user_id > ? OR sku_id > ?) ORDER BY user_id, sku_id LIMIT ?
      """;
  static final String CLEARED =
      """
      SELECT user_id, 0 AS rest_of_key, 0 AS sku_id, 0 AS hidden_from, cleared_at
      FROM cleared_history
      WHERE user_id >= ? AND (user_id > ? OR 0 > ?) ORDER BY user_id LIMIT ?
      """;
  static final String PAUSED =
      """
      SELECT user_id, paused_at AS rest_of_key, 0 AS sku_id, paused_at,
        COALESCE(resumed_at, 281474976710655) - 1
      FROM paused_recording
      WHERE user_id >= ? AND (user_id > ? OR paused_at > ?) ORDER BY user_id, paused_at LIMIT ?
      """;

  private static final long serialVersionUID = 1L;
  private static final int PAGE = 10_000;
  private static final int TIMEOUT_SECONDS = 60;

  private final String[] arguments;
  private transient JobSettings settings;
  private transient LongCounter in;
  private transient LongCounter out;

  /**
   * @param arguments of the job. Where its settings are is told to whoever runs it, and not what
   *     they are: Flink keeps what it is told in ZooKeeper and in files
   */
  ReadDeletions(String... arguments) {
    this.arguments = arguments.clone();
  }

  @Override
  public void open(OpenContext context) throws IOException {
    settings = JobSettings.of(arguments);
    in = getRuntimeContext().getLongCounter(Counts.IN);
    out = getRuntimeContext().getLongCounter(Counts.OUT);
  }

  @Override
  public void flatMap(String query, Collector<DeletedView> collector) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      byte[] lastUser = new byte[0];
      // Nobody is called nothing, and no SKU is 0: before the first row.
      long last = 0;
      int rows;
      do {
        statement.setBytes(1, lastUser);
        statement.setBytes(2, lastUser);
        statement.setLong(3, last);
        statement.setInt(4, PAGE);
        rows = 0;
        try (ResultSet page = statement.executeQuery()) {
          while (page.next()) {
            lastUser = page.getBytes(1);
            last = page.getLong(2);
            collector.collect(
                new DeletedView(
                    new String(lastUser, StandardCharsets.UTF_8),
                    page.getLong(3),
                    page.getLong(4),
                    page.getLong(5)));
            rows++;
          }
        }
        in.add((long) rows);
        out.add((long) rows);
      } while (rows == PAGE);
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.text("jdbc-user"));
    properties.setProperty("password", settings.text("jdbc-password", ""));
    properties.setProperty("connectTimeout", "10000");
    properties.setProperty("socketTimeout", Integer.toString(1000 * (TIMEOUT_SECONDS + 10)));
    Connection connection =
        new com.mysql.cj.jdbc.Driver().connect(settings.text("jdbc-url"), properties);
    if (connection == null) {
      throw new SQLException("Not an address of MySQL");
    }
    connection.setReadOnly(true);
    return connection;
  }
}
