package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** MariaDB with MySQL 8's SQL mode, so that what runs here runs there. */
final class MariaDbServer implements ManagedServer {

  static final String NAME = "database";

  private static final String SERVICE_USERS = "database/service-users.sql";

  private final Home home;
  private final PortAssignment ports;
  private final Binaries binaries;

  MariaDbServer(Home home, PortAssignment ports, Binaries binaries) {
    this.home = home;
    this.ports = ports;
    this.binaries = binaries;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Port> ports() {
    return List.of(Port.DATABASE);
  }

  @Override
  public void prepare() throws IOException {
    Path folder = home.data(NAME);
    Files.createDirectories(folder.resolve("tmp"));
    new MariaDbInstallation(binaries.mariaDb(), folder).ensure();
    ConfigTemplate.copy(SERVICE_USERS, folder, Map.of());
  }

  @Override
  public List<String> command() throws IOException {
    List<String> command = new ArrayList<>(MariaDbInstallation.program(binaries.mariaDb()));
    command.addAll(
        List.of(
            "--datadir=" + home.data(NAME).resolve(MariaDbInstallation.DATA),
            "--tmpdir=" + home.data(NAME).resolve("tmp"),
            "--bind-address=127.0.0.1",
            "--port=" + ports.get(Port.DATABASE),
            // Relative to the data folder, because the path of a socket may have 107 bytes at most.
            "--socket=mariadb.sock",
            "--pid-file=mariadb.pid",
            "--init-file=" + home.data(NAME).resolve(Path.of(SERVICE_USERS).getFileName()),
            "--skip-name-resolve",
            // Makes a new 4096-bit key at each start otherwise, which takes seconds.
            "--skip-ssl",
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_unicode_ci",
            "--default-time-zone=+00:00",
            "--sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION",
            "--innodb-flush-log-at-trx-commit=1",
            "--innodb-buffer-pool-size=64M",
            "--key-buffer-size=1M",
            "--aria-pagecache-buffer-size=8M",
            "--max-connections=250",
            "--max-connect-errors=1000000",
            "--log-warnings=1"));
    return command;
  }

  @Override
  public boolean healthy() {
    return Probe.mySql(ports.get(Port.DATABASE));
  }
}
