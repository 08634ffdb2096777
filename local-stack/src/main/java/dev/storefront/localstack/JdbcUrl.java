package dev.storefront.localstack;

/** The JDBC URL that tests and tools use for the local stack's database. */
public final class JdbcUrl {

  private JdbcUrl() {}

  /**
   * For Connector/J. The database is created at the first connection. Time-outs are the caller's: a
   * service has those of {@code storefront-defaults.yml}.
   */
  public static String of(String address, String database) {
    return "jdbc:mysql://%s/%s?createDatabaseIfNotExist=true&sslMode=DISABLED&allowPublicKeyRetrieval=true"
        .formatted(address, database);
  }
}
