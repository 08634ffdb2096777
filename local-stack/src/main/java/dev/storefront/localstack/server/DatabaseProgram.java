package dev.storefront.localstack.server;

import java.io.IOException;
import java.nio.file.Path;

/** The database's program, for who wants to look at it before it runs. */
public final class DatabaseProgram {

  private DatabaseProgram() {}

  /**
   * Unpacks it, unless that was done before.
   *
   * @throws IllegalStateException when there is none for this machine
   */
  public static Path unpack(Path binaries) throws IOException {
    return new Binaries(binaries, Platform.current()).mariaDb().resolve("bin/mariadbd");
  }
}
