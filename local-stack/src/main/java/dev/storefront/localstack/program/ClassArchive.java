package dev.storefront.localstack.program;

import java.util.ArrayList;
import java.util.List;

/**
 * The file in which a JVM keeps the classes that a program loads at its start, read and linked, so
 * that later starts map them instead: an AOT cache from Java 24 on, a class data archive before. It
 * holds for that very JVM, whose version its name has, and for jars that have not changed since,
 * their paths and modification times included. A JVM leaves one that does not hold alone.
 */
final class ClassArchive {

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
   * @param folder where it lies, relative to the working folder of the program
   */
  static ClassArchive in(String folder) {
    boolean aotCache = Runtime.version().feature() >= FIRST_WITH_AOT_CACHE;
    String jvm = System.getProperty("java.vm.version").replaceAll("[^\\w.+-]", "_");
    return new ClassArchive(folder + "/" + jvm + (aotCache ? ".aot" : ".jsa"), aotCache);
  }

  /** Relative to the working folder of the program. */
  String path() {
    return path;
  }

  /** What is put before a program's arguments to start from the archive. */
  List<String> use() {
    return List.of((aotCache ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + path);
  }

  /**
   * The commands that make it, one after the other, in the program's working folder. The first of
   * them runs the program.
   *
   * @param java the JVM and its flags
   * @param program the rest of the command
   */
  List<List<String>> making(List<String> java, List<String> program) {
    if (!aotCache) {
      return List.of(command(java, List.of("-XX:ArchiveClassesAtExit=" + path), program));
    }
    String seen = "-XX:AOTConfiguration=" + path + ".seen";
    return List.of(
        command(java, List.of("-XX:AOTMode=record", seen), program),
        command(java, List.of("-XX:AOTMode=create", seen, "-XX:AOTCache=" + path), program));
  }

  private static List<String> command(List<String> java, List<String> flags, List<String> program) {
    List<String> command = new ArrayList<>(java);
    command.addAll(flags);
    command.addAll(program);
    return command;
  }
}
