package dev.storefront.localstack.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps the terminal's Ctrl-C from the servers, so that they are stopped in order by the one who
 * started them, and not all at once by the terminal.
 */
final class Detached {

  private static final List<String> PREFIX =
      onPath("setsid")
          ? List.of("setsid")
          : List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

  private Detached() {}

  /**
   * What is put before a command. It is replaced by the command, which keeps the process number.
   */
  static List<String> prefix() {
    return PREFIX;
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
