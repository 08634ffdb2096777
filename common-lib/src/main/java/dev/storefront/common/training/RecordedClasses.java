package dev.storefront.common.training;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The names of libraries' classes that starts on running servers were seen to load, and a training
 * run does not: of clients that talk to them. Their list says how it is made. A name too few makes
 * a start slower, one too many makes the archive larger, and nothing else.
 */
final class RecordedClasses {

  private static final String LIST = "recorded-classes.txt";
  private static final String COMMENT = "#";

  private RecordedClasses() {}

  static List<String> names() {
    try (InputStream list = RecordedClasses.class.getResourceAsStream(LIST)) {
      String text = new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith(COMMENT)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads the class, and runs nothing of it; false when this service does not have it. */
  static boolean load(String name) {
    try {
      Class.forName(name, false, RecordedClasses.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError notOfThisService) {
      return false;
    }
  }
}
