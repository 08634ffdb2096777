package dev.storefront.localstack.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the stack starts its JVMs: small, and gone when they run out of memory. */
public final class JavaCommand {

  private static final String SERVICE_HEAP = "288m";

  /**
   * As much for what is young: what a request allocates rarely outlives it, and every collection
   * lets requests wait.
   */
  private static final String SERVICE_YOUNG = "128m";

  private JavaCommand() {}

  /** For a service of the suite; its program is to follow. */
  public static List<String> service() {
    List<String> command = new ArrayList<>(start(SERVICE_HEAP));
    command.add("-Xmn" + SERVICE_YOUNG);
    command.add("-XX:MaxMetaspaceSize=160m");
    return command;
  }

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
        "-Xss512k",
        "-XX:+ExitOnOutOfMemoryError",
        "-Djava.net.preferIPv4Stack=true");
  }

  /**
   * As {@link #start(String)}, for a JVM that has to come up quickly and never has much to do: its
   * code is compiled once, and not a second time for speed.
   */
  public static List<String> quickStart(String heap) {
    List<String> command = new ArrayList<>(start(heap));
    command.add("-XX:TieredStopAtLevel=1");
    return command;
  }
}
