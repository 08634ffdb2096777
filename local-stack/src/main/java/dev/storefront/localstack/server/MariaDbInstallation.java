package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data folder of a new MariaDB: its system tables and one user, {@code storefront} with the
 * password {@code storefront}, who may do everything from 127.0.0.1. Nobody else can log in.
 */
final class MariaDbInstallation {

  static final String DATA = "data";
  static final String USER = "storefront";
  static final String PASSWORD = "storefront";

  private static final int BOUND_SECONDS = 120;
  private static final List<String> SYSTEM_TABLES =
      List.of(
          "mariadb_system_tables.sql",
          "mariadb_performance_tables.sql",
          "mariadb_system_tables_data.sql",
          "mariadb_sys_schema.sql");
  // The bootstrap reads one statement a line.
  private static final String HEAD =
      "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n";
  private static final String TAIL =
      """

      USE mysql;
      DELETE FROM global_priv WHERE User <> 'mariadb.sys';
      DELETE FROM proxies_priv;
      FLUSH PRIVILEGES;
      CREATE USER '%1$s'@'127.0.0.1' IDENTIFIED BY '%2$s';
      GRANT ALL ON *.* TO '%1$s'@'127.0.0.1' WITH GRANT OPTION;
      """
          .formatted(USER, PASSWORD);

  private final Path base;
  private final Path folder;

  MariaDbInstallation(Path base, Path folder) {
    this.base = base;
    this.folder = folder;
  }

  /** The server's program with what every run of it needs, the installation as well. */
  static List<String> program(Path base) throws IOException {
    Path share = share(base);
    List<String> command = new ArrayList<>();
    command.add(base.resolve("bin/mariadbd").toString());
    command.add("--no-defaults");
    command.add("--basedir=" + base);
    command.add("--lc-messages-dir=" + share);
    command.add("--character-sets-dir=" + share.resolve("charsets"));
    command.add("--innodb-log-file-size=48M");
    if (System.getProperty("user.name").equals("root")) {
      command.add("--user=root");
    }
    return command;
  }

  /** Where the system tables' scripts are: its place differs by platform. */
  private static Path share(Path base) throws IOException {
    try (Stream<Path> files = Files.walk(base.resolve("share"))) {
      return files
          .filter(file -> file.endsWith(SYSTEM_TABLES.get(0)))
          .map(Path::getParent)
          .findFirst()
          .orElseThrow(() -> new IOException("no system tables below " + base));
    }
  }

  /** Installs, unless that was done before. */
  void ensure() throws IOException {
    if (Files.exists(folder.resolve(DATA))) {
      return;
    }
    // Into another folder first, so that a crash leaves no half-made one under the final name.
    Path next = folder.resolve("data.next");
    Home.deleteTree(next);
    Files.createDirectories(next);
    bootstrap(next);
    Files.move(next, folder.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
  }

  private void bootstrap(Path next) throws IOException {
    Path log = folder.resolve("install.log");
    List<String> command = new ArrayList<>(program(base));
    command.add("--bootstrap");
    command.add("--datadir=" + next);
    command.add("--tmpdir=" + folder.resolve("tmp"));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(HEAD.getBytes(StandardCharsets.UTF_8));
      for (String script : SYSTEM_TABLES) {
        Files.copy(share(base).resolve(script), in);
      }
      in.write(TAIL.getBytes(StandardCharsets.UTF_8));
    } catch (IOException ended) {
      // It stopped reading: its exit code and its log say why.
    }
    Finished.successfully(process, "installing the database", BOUND_SECONDS, log);
  }
}
