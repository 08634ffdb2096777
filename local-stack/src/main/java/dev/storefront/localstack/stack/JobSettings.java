package dev.storefront.localstack.stack;

import dev.storefront.localstack.JdbcUrl;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What the jobs of browse-history-service have to know and Flink's pages must not show: a file that
 * only its owner can read.
 */
final class JobSettings {

  private JobSettings() {}

  /** Where it is. */
  static Path file(Home home) {
    return home.data(SuiteService.BROWSE_HISTORY.processName()).resolve("jobs.properties");
  }

  /** Makes it anew. */
  static void write(Home home, PortAssignment ports) throws IOException {
    Path file = file(home);
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    String database = SuiteService.BROWSE_HISTORY.database().orElseThrow();
    // As service-users.sql and the profile local have it.
    Files.writeString(
        file,
        """
        jdbc-url=%s
        jdbc-user=%s
        jdbc-password=storefront
        """
            .formatted(JdbcUrl.of(ports.address(Port.DATABASE), database), database));
  }
}
