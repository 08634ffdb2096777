package dev.storefront.localstack.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the working copy, where the built class paths and jars are. */
public final class ProjectRoot {

  private static final String PROPERTY = "storefront.root";

  private ProjectRoot() {}

  /**
   * By the system property {@code storefront.root}, else the nearest folder upwards from the
   * working folder that has local-stack in it.
   */
  public static Path find() {
    String property = System.getProperty(PROPERTY, "");
    if (!property.isBlank()) {
      return Path.of(property).toAbsolutePath();
    }
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("local-stack/kafka-server/pom.xml"))) {
        return folder;
      }
    }
    throw new IllegalStateException(
        "no working copy of the suite above %s; set -D%s"
            .formatted(Path.of("").toAbsolutePath(), PROPERTY));
  }

  /** The class path that the build resolved for a server module below local-stack. */
  static String classPathOf(Path root, String module) throws IOException {
    Path file = root.resolve("local-stack").resolve(module).resolve("target/classpath");
    if (!Files.exists(file)) {
      throw new IllegalStateException(
          "%s is missing; build it with: mvn generate-resources -pl local-stack/%s"
              .formatted(file, module));
    }
    return Files.readString(file).trim();
  }
}
