package dev.storefront.benchmarks.usertag;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Users by number, and which of them have a tag: one in so many, as by chance and yet always the
 * same.
 *
 * @param all how many there are
 */
record DrawnUsers(int all) {

  /** True for one user in so many. */
  boolean has(int user, int every) {
    long mixed = (user + 0x9E3779B97F4A7C15L * every) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 32) * 0x94D049BB133111EBL;
    return (mixed >>> 33) % every == 0;
  }

  long count(IntPredicate wanted) {
    return IntStream.range(0, all).filter(wanted).count();
  }

  /** The ids of those who have the tag, one a line; deleted when the process ends. */
  Path file(int every) {
    try {
      Path file = Files.createTempFile("users", ".txt");
      file.toFile().deleteOnExit();
      try (BufferedWriter lines = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
        for (int user = 0; user < all; user++) {
          if (has(user, every)) {
            lines.write("user-" + user + "\n");
          }
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
