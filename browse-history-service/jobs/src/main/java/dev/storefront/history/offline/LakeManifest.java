package dev.storefront.history.offline;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * The files of the lake that a result was made of; of deletions, when they were read (epoch
 * milliseconds). A file may enter a day after that day has been worked through: whoever makes the
 * next result finds it here missing, whatever its day.
 */
final class LakeManifest {

  private static final String NAME = "_lake-files";

  private LakeManifest() {}

  /** The names of files, as {@link #name} makes them; none where there is no result. */
  static Set<String> read(String result) throws IOException {
    Path path = new Path(result, NAME);
    Set<String> names = new TreeSet<>();
    try (FSDataInputStream in = path.getFileSystem().open(path)) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(names::add);
    } catch (FileNotFoundException none) {
      return Set.of();
    }
    return names;
  }

  /**
   * Fails if a result is not there any more: without it, its readers would take it for empty.
   *
   * @throws FileNotFoundException that says which
   */
  static void require(String result) throws IOException {
    Path path = new Path(result, NAME);
    if (!path.getFileSystem().exists(path)) {
      throw new FileNotFoundException(result + " is not there any more: work the date anew");
    }
  }

  static void write(String result, Collection<String> names) throws IOException {
    Path path = new Path(result, NAME);
    path.getFileSystem().mkdirs(path.getParent());
    try (FSDataOutputStream out = path.getFileSystem().create(path, WriteMode.OVERWRITE)) {
      out.write(String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** What a file of the lake is called, wherever the lake is: its day and its own name. */
  static String name(Path file) {
    return file.getParent().getName() + "/" + file.getName();
  }
}
