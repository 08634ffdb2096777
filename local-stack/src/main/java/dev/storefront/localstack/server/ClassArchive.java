package dev.storefront.localstack.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file in which a JVM keeps the classes that a program loads at its start, read and linked, so
 * that later starts map them instead: an AOT cache from Java 24 on, a class data archive before. It
 * holds for that very JVM, whose version its name has, and for jars that have not changed since,
 * their paths and modification times included. A JVM leaves one that does not hold alone.
 */
public final class ClassArchive {

  private static final int FIRST_WITH_AOT_CACHE = 24;

  private final String path;
  private final boolean aotCache;

  private ClassArchive(String path, boolean aotCache) {
    this.path = path;
    this.aotCache = aotCache;
  }

  /**
   * Of the JVM that runs this.
   *
   * @param folder where it lies, absolute or relative to the working folder of the program
   */
  public static ClassArchive in(String folder) {
    return in(folder, Runtime.version().feature() >= FIRST_WITH_AOT_CACHE);
  }

  /** One that a single command makes, by the run of a server that is told to end. */
  static ClassArchive ofServerIn(Path folder) {
    return in(folder.toString(), false);
  }

  private static ClassArchive in(String folder, boolean aotCache) {
    String jvm = System.getProperty("java.vm.version").replaceAll("[^\\w.+-]", "_");
    return new ClassArchive(folder + "/" + jvm + (aotCache ? ".aot" : ".jsa"), aotCache);
  }

  /** Absolute, or relative to the working folder of the program, as its folder is. */
  public String path() {
    return path;
  }

  /** What is put before a program's arguments to start from the archive. */
  public List<String> use() {
    return List.of((aotCache ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + path);
  }

  /**
   * The commands that make it, one after the other, in the program's working folder. The first of
   * them runs the program.
   *
   * @param java the JVM and its flags
   * @param program the rest of the command
   */
  public List<List<String>> making(List<String> java, List<String> program) {
    if (!aotCache) {
      return List.of(command(java, List.of("-XX:ArchiveClassesAtExit=" + path), program));
    }
    String seen = "-XX:AOTConfiguration=" + leftOver();
    return List.of(
        command(java, List.of("-XX:AOTMode=record", seen), program),
        command(java, List.of("-XX:AOTMode=create", seen, "-XX:AOTCache=" + path), program));
  }

  /** What making it may leave behind, a path as {@link #path()}; nobody needs it afterwards. */
  public String leftOver() {
    return path + ".seen";
  }

  private static List<String> command(List<String> java, List<String> flags, List<String> program) {
    List<String> command = new ArrayList<>(java);
    command.addAll(flags);
    command.addAll(program);
    return command;
  }
}
