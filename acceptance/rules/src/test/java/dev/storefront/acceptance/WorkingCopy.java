package dev.storefront.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The folder that everything of the suite is in. */
public final class WorkingCopy {

  private static final Path ROOT = find();
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private WorkingCopy() {}

  /** The folder itself. */
  public static Path root() {
    return ROOT;
  }

  /** A file or folder in it. */
  public static Path path(String relative) {
    return ROOT.resolve(relative);
  }

  /** The text of a file in it. */
  public static String text(String relative) {
    return read(path(relative));
  }

  /** The text of a file. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** All modules of the build, this one included. */
  public static List<Module> modules() {
    return MODULE
        .matcher(text("pom.xml"))
        .results()
        .map(match -> new Module(match.group(1), path(match.group(1))))
        .toList();
  }

  private static Path find() {
    String property = System.getProperty("storefront.root", "");
    Path start = Path.of(property).toAbsolutePath();
    return Optional.of(start)
        .filter(folder -> Files.exists(folder.resolve("lua-scripts")))
        .orElseGet(start::getParent);
  }
}
