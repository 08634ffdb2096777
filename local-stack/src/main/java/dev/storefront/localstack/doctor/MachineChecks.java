package dev.storefront.localstack.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** JDK, memory and disk. */
final class MachineChecks {

  private static final int LOWEST_JDK = 17;
  private static final long MIB = 1L << 20;
  private static final long MEMORY_NEEDED = 2_500 * MIB;
  private static final long MEMORY_WANTED = 4_096 * MIB;
  private static final long DISK_NEEDED = 1_500 * MIB;
  private static final long DISK_WANTED = 4_096 * MIB;
  private static final Path MEMORY_INFO = Path.of("/proc/meminfo");

  private MachineChecks() {}

  static Finding jdk(int version, boolean hasCompiler) {
    String found = "Java " + version + " at " + System.getProperty("java.home");
    if (version < LOWEST_JDK) {
      return Finding.error("java", found, "install a JDK 17 or later and set JAVA_HOME to it");
    }
    return hasCompiler
        ? Finding.ok("java", found)
        : Finding.warning(
            "java",
            found + ", without a compiler",
            "building needs a JDK; set JAVA_HOME to one of version 17 or later");
  }

  static boolean hasCompiler() {
    return Files.isExecutable(Path.of(System.getProperty("java.home"), "bin", "javac"));
  }

  /**
   * @param withCaches whether {@code available} has what the system keeps in caches and gives back
   */
  static Finding memory(long available, boolean withCaches, boolean stackRuns) {
    String found = available / MIB + " MiB available";
    if (stackRuns || available >= MEMORY_WANTED) {
      return Finding.ok("memory", found);
    }
    if (!withCaches) {
      return Finding.warning(
          "memory",
          found + ", not counting what the system keeps in caches and gives back",
          "the whole suite takes up to 4 GiB: close other programs if it gets slow");
    }
    String advice = "close other programs; the whole suite takes up to 4 GiB";
    return available < MEMORY_NEEDED
        ? Finding.error("memory", found, advice)
        : Finding.warning("memory", found, advice);
  }

  static boolean tellsCaches() {
    return Files.isReadable(MEMORY_INFO);
  }

  /** What programs could still take, caches of the system included where it tells. */
  static long availableMemory() throws IOException {
    if (tellsCaches()) {
      for (String line : Files.readAllLines(MEMORY_INFO)) {
        if (line.startsWith("MemAvailable:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
      }
    }
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
  }

  static Finding disk(Path home) throws IOException {
    Path existing = home;
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return disk(Files.getFileStore(existing).getUsableSpace(), home);
  }

  static Finding disk(long free, Path home) {
    String found = free / MIB + " MiB free for " + home;
    if (free >= DISK_WANTED) {
      return Finding.ok("disk", found);
    }
    String advice = "make room, or set STOREFRONT_HOME to a folder on another disk";
    return free < DISK_NEEDED
        ? Finding.error("disk", found, advice)
        : Finding.warning("disk", found, advice);
  }
}
