package dev.storefront.localstack.server;

import java.nio.file.Path;
import java.util.List;

/** How the stack starts its JVMs: small, quick to come up, and gone when they run out of memory. */
public final class JavaCommand {

  private JavaCommand() {}

  /**
   * The program and the flags that all share; class path and main class are to follow.
   *
   * @param heap the value of -Xmx
   */
  public static List<String> start(String heap) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + heap,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xss512k",
        "-XX:+ExitOnOutOfMemoryError",
        "-Djava.net.preferIPv4Stack=true");
  }
}
