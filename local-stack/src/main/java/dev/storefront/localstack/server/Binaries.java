package dev.storefront.localstack.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Unpacks server binaries from the class path, once per home. */
final class Binaries {

  private final Path folder;
  private final Platform platform;

  Binaries(Path folder, Platform platform) {
    this.folder = folder;
    this.platform = platform;
  }

  /** The Redis server's executable. */
  Path redis() throws IOException {
    Path program = folder.resolve(platform.redisResource());
    if (!Files.exists(program)) {
      URL resource = find(platform.redisResource());
      if (resource == null) {
        throw platform.unsupported("Redis");
      }
      try (InputStream in = resource.openStream()) {
        unpack(in, program);
      }
    }
    return program;
  }

  /** The MariaDB server's base folder: {@code bin/mariadbd} and {@code share}. */
  Path mariaDb() throws IOException {
    Path base = folder.resolve("mariadb-11.4.5");
    Path program = base.resolve("bin/mariadbd");
    if (!Files.exists(program)) {
      String root = platform.mariaDbResource() + "/";
      URL resource = find(root + "bin/mariadbd");
      if (resource == null) {
        throw platform.unsupported("MariaDB");
      }
      unpackTree(resource, root, base, Binaries::neededByMariaDb);
      // The program last: where it is, the rest is complete.
      try (InputStream in = resource.openStream()) {
        unpack(in, program);
      }
    }
    return base;
  }

  private static boolean neededByMariaDb(String path) {
    return path.startsWith("share/")
        && (path.endsWith(".sql") || path.contains("/english/") || path.contains("/charsets/"));
  }

  private static @Nullable URL find(String resource) {
    return Binaries.class.getClassLoader().getResource(resource);
  }

  private static void unpackTree(URL within, String root, Path base, Predicate<String> needed)
      throws IOException {
    if (!(within.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("not in a jar: " + within);
    }
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        if (!entry.isDirectory()
            && name.startsWith(root)
            && needed.test(name.substring(root.length()))) {
          try (InputStream in = jar.getInputStream(entry)) {
            unpack(in, base.resolve(name.substring(root.length())));
          }
        }
      }
    }
  }

  private static void unpack(InputStream in, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    // Under a name of its own first: three nodes may unpack at once, and a crash may come between.
    Path next = Files.createTempFile(target.getParent(), target.getFileName().toString(), ".next");
    Files.copy(in, next, StandardCopyOption.REPLACE_EXISTING);
    if (!next.toFile().setExecutable(true)) {
      throw new UncheckedIOException(new IOException("cannot make executable: " + next));
    }
    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
