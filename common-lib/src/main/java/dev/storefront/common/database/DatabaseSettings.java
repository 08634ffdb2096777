package dev.storefront.common.database;

import dev.storefront.common.settings.ServerSettings;
import dev.storefront.common.settings.WrongSetting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * What a database, and the connections to it, have to be set to: what is committed stays through a
 * crash, transactions see committed rows only, its clock is UTC, and no call waits for ever.
 */
final class DatabaseSettings implements ServerSettings {

  private static final int ANSWER_SECONDS = 5;

  /** Variables by name, because one that a server does not have would fail the whole question. */
  private static final String VARIABLES =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
          + " ('innodb_flush_log_at_trx_commit', 'log_bin', 'sync_binlog')";

  private static final String SECONDS_FROM_UTC =
      "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW())";

  private final DataSource database;

  DatabaseSettings(DataSource database) {
    this.database = database;
  }

  @Override
  public String server() {
    return "db";
  }

  @Override
  public List<WrongSetting> wrong() throws SQLException {
    List<WrongSetting> wrong = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(ANSWER_SECONDS);
      addConnection(connection, wrong);
      try (ResultSet row = statement.executeQuery(SECONDS_FROM_UTC)) {
        row.next();
        if (row.getInt(1) != 0) {
          wrong.add(
              new WrongSetting(
                  server(),
                  "time_zone",
                  row.getInt(1) + " s from UTC",
                  "+00:00: times are compared with those of other servers",
                  true));
        }
      }
      addVariables(statement, wrong);
    }
    return wrong;
  }

  private void addConnection(Connection connection, List<WrongSetting> wrong) throws SQLException {
    if (connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED) {
      wrong.add(
          new WrongSetting(
              server(),
              "transaction_isolation",
              "READ-UNCOMMITTED",
              "READ-COMMITTED or higher: what is rolled back must not be seen",
              true));
    }
    if (connection.getNetworkTimeout() == 0) {
      wrong.add(
          new WrongSetting(
              server(),
              "network-timeout",
              "none",
              "a few seconds, by the driver's properties: no call may wait for ever",
              false));
    }
  }

  private void addVariables(Statement statement, List<WrongSetting> wrong) throws SQLException {
    boolean binaryLog = false;
    String syncBinlog = "1";
    try (ResultSet rows = statement.executeQuery(VARIABLES)) {
      while (rows.next()) {
        String value = rows.getString(2);
        switch (rows.getString(1)) {
          case "innodb_flush_log_at_trx_commit" -> {
            if (!value.equals("1")) {
              wrong.add(
                  new WrongSetting(
                      server(),
                      "innodb_flush_log_at_trx_commit",
                      value,
                      "1: what is committed must stay through a crash",
                      true));
            }
          }
          case "log_bin" -> binaryLog = value.equals("ON");
          default -> syncBinlog = value;
        }
      }
    }
    if (binaryLog && !syncBinlog.equals("1")) {
      wrong.add(
          new WrongSetting(
              server(),
              "sync_binlog",
              syncBinlog,
              "1: a replica that takes over must have what is committed",
              false));
    }
  }
}
