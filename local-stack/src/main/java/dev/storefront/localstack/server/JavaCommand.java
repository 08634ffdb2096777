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

  /**
   * What only a start calls often is not worth compiling: a method is compiled once it was called
   * five times as often as the JVM's own numbers say, and a second time, for speed, at twenty
   * times. What requests call gets there all the same.
   */
  private static final List<String> COMPILED_LATER =
      List.of(
          "-XX:Tier3InvocationThreshold=1000",
          "-XX:Tier3MinInvocationThreshold=500",
          "-XX:Tier3CompileThreshold=6000",
          "-XX:Tier4InvocationThreshold=100000",
          "-XX:Tier4MinInvocationThreshold=12000",
          "-XX:Tier4CompileThreshold=300000",
          "-XX:Tier4BackEdgeThreshold=800000");

  private JavaCommand() {}

  /** For a service of the suite; its program is to follow. */
  public static List<String> service() {
    List<String> command = new ArrayList<>(sized(start(SERVICE_HEAP)));
    command.addAll(COMPILED_LATER);
    return command;
  }

  /** As {@link #service()}, for one that never has much to do. */
  public static List<String> quickService() {
    return sized(quickStart(SERVICE_HEAP));
  }

  private static List<String> sized(List<String> start) {
    List<String> command = new ArrayList<>(start);
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
