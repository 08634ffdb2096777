package dev.storefront.localstack.testing;

import dev.storefront.localstack.Faults;
import dev.storefront.localstack.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A Redis server's files as they were at some moment, to start it from again. */
public final class OldFiles {

  private final String server;
  private final Path copy;

  private OldFiles(String server, Path copy) {
    this.server = server;
    this.copy = copy;
  }

  /**
   * Copies them while the server runs, as a crash would leave them.
   *
   * @param copy an empty folder
   */
  public static OldFiles of(String server, Path copy) throws IOException {
    copy(TestBackends.home().data(server), copy);
    return new OldFiles(server, copy);
  }

  /** Kills the server and starts it from these files. */
  public void fallBack(Faults faults) throws IOException {
    Path data = TestBackends.home().data(server);
    faults.kill(server);
    Home.deleteTree(data);
    copy(copy, data);
    faults.start(server);
  }

  /** Kills a server and starts it with nothing but its place in the cluster. */
  public static void loseAll(String server, Faults faults) throws IOException {
    faults.kill(server);
    Home.deleteTree(TestBackends.home().data(server).resolve("appendonlydir"));
    faults.start(server);
  }

  /** Copies a folder with all that is in it. */
  static void copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(from)) {
      all = files.toList();
    }
    for (Path file : all) {
      Path target = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
      } else {
        Files.copy(file, target);
      }
    }
  }
}
