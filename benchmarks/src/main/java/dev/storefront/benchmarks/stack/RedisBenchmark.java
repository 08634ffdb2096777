package dev.storefront.benchmarks.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tool that comes with Redis, from the PATH. */
public final class RedisBenchmark {

  private static final Pattern RATE = Pattern.compile("\"[^\"]*\",\"([0-9.]+)\",[^\\n]*\\s*$");

  private final int port;

  /** Of the node that listens there on this machine. */
  public RedisBenchmark(int port) {
    this.port = port;
  }

  /**
   * Sends a command over one connection.
   *
   * @param calls how often
   * @param depth how many at once, before their replies
   * @param numbers from how many each number in it is drawn
   * @return calls a second
   */
  public double run(int calls, int depth, int numbers, List<String> command) {
    List<String> line = new ArrayList<>(List.of("redis-benchmark", "--csv", "-c", "1"));
    line.addAll(List.of("-p", Integer.toString(port), "-n", Integer.toString(calls)));
    line.addAll(List.of("-P", Integer.toString(depth), "-r", Integer.toString(numbers)));
    line.addAll(command);
    try {
      Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      Matcher rate = RATE.matcher(said);
      if (process.waitFor() != 0 || !rate.find()) {
        throw new IllegalStateException("redis-benchmark says: " + said);
      }
      return Double.parseDouble(rate.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "redis-benchmark is not on the PATH; Debian has it in the package redis-tools", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
