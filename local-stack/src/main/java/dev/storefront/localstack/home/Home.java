package dev.storefront.localstack.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder that holds everything of one stack.
 *
 * <pre>
 * run/&lt;name&gt;.json   the process that runs under a name
 * data/&lt;name&gt;/      what it must not lose
 * logs/&lt;name&gt;.log
 * bin/              unpacked server binaries
 * ports.json        the port of each process
 * </pre>
 *
 * @param root absolute, normalised
 */
public record Home(Path root) {

  /** Makes the path absolute; creates nothing. */
  public Home {
    root = root.toAbsolutePath().normalize();
  }

  /** The record of the running process of that name. */
  public Path run(String name) {
    return runs().resolve(name + ".json");
  }

  /** The folder of the records. */
  public Path runs() {
    return root.resolve("run");
  }

  /** The data folder of that name. */
  public Path data(String name) {
    return root.resolve("data").resolve(name);
  }

  /** All data folders. */
  public Path data() {
    return root.resolve("data");
  }

  /** The log file of that name. */
  public Path log(String name) {
    return root.resolve("logs").resolve(name + ".log");
  }

  /** The folder of unpacked binaries. */
  public Path bin() {
    return root.resolve("bin");
  }

  /** True if a stack was ever started here: what else may lie in such a folder is not its own. */
  public boolean isUsed() {
    return Files.exists(root.resolve("ports.json")) || Files.exists(runs());
  }

  /**
   * Deletes records, data, logs and ports. The binaries stay, because they are the same for ever,
   * and so does the lock, which somebody may wait for.
   */
  public void deleteState() throws IOException {
    deleteTree(runs());
    deleteTree(data());
    deleteTree(root.resolve("logs"));
    Files.deleteIfExists(root.resolve("ports.json"));
  }

  /** Deletes a folder with all that is in it; nothing happens when it is not there. */
  public static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
