package dev.storefront.acceptance.documents;

import dev.storefront.acceptance.WorkingCopy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The project's own files: all but what a build or a person's tools leave behind. */
final class TrackedFiles {

  private TrackedFiles() {}

  /** Their paths, absolute. */
  static List<Path> all() {
    Set<String> ignored =
        Stream.concat(WorkingCopy.text(".gitignore").lines(), Stream.of(".git"))
            .map(line -> line.replace("/", ""))
            .collect(Collectors.toSet());
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          WorkingCopy.root(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return ignored.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (!ignored.contains(file.getFileName().toString())) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!found.contains(WorkingCopy.path("README.md"))) {
      throw new IllegalStateException("no README.md among " + found);
    }
    return found;
  }

  /** Those whose names end so. */
  static List<Path> endingIn(String ending) {
    return all().stream().filter(file -> file.toString().endsWith(ending)).toList();
  }

  /** What people write: all but pictures and archives. */
  static List<Path> texts() {
    return all().stream()
        .filter(file -> !file.toString().matches(".*\\.(png|jpg|gif|ico|jar|gz|zip|woff2?)"))
        .toList();
  }
}
