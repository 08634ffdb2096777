package dev.storefront.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A module of the build.
 *
 * @param name as the root pom lists it, for example {@code shortlink-service/sdk}
 */
public record Module(String name, Path folder) {

  /** True for the five services. */
  public boolean isService() {
    return name.endsWith("-service");
  }

  /** Where its main classes are. */
  public Path classes() {
    return folder.resolve("target/classes");
  }

  /** Where the classes of its tests are. */
  public Path testClasses() {
    return folder.resolve("target/test-classes");
  }

  /** The Java files of its main part. */
  public List<Path> mainSources() {
    return files("src/main/java", ".java");
  }

  /** The Java files of its tests. */
  public List<Path> testSources() {
    return files("src/test/java", ".java");
  }

  /** The files below a folder of the module whose names end so; none where there is no folder. */
  public List<Path> files(String below, String ending) {
    Path start = folder.resolve(below);
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(start)) {
      return tree.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
