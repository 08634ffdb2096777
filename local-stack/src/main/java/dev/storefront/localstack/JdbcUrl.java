package dev.storefront.localstack;

/** The JDBC URL that services and tests use for the local stack's database. */
public final class JdbcUrl {

  private JdbcUrl() {}

  /**
   * For Connector/J. The database is created at the first connection. Connecting ends after 1 s,
   * waiting for a reply after 5 s.
   */
  public static String of(String address, String database) {
    return "jdbc:mysql://%s/%s?createDatabaseIfNotExist=true&connectTimeout=1000&socketTimeout=5000"
            .formatted(address, database)
        + "&sslMode=DISABLED&allowPublicKeyRetrieval=true&rewriteBatchedStatements=true";
  }
}
