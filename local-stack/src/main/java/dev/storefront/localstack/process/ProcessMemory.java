package dev.storefront.localstack.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a process takes of the machine's memory, and what bounds it. */
public final class ProcessMemory {

  private static final long KIB_PER_MIB = 1024;
  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)m");
  private static final Pattern BUFFERS = Pattern.compile("--innodb-buffer-pool-size=(\\d+)M");
  private static final String REDIS_LIMIT = "--maxmemory";

  private ProcessMemory() {}

  /** The resident set in MiB; 0 when the system does not tell. */
  public static long residentMiB(long pid) {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    try {
      if (!Files.exists(status)) {
        return askPs(pid) / KIB_PER_MIB;
      }
      return Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum()
          / KIB_PER_MIB;
    } catch (IOException gone) {
      return 0;
    }
  }

  private static long askPs(long pid) throws IOException {
    Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(pid)).start();
    String answer = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    return answer.isEmpty() ? 0 : Long.parseLong(answer);
  }

  /** The setting in a command that bounds its memory, such as "heap 224 MiB"; empty without one. */
  public static String limit(List<String> command) {
    int redis = command.indexOf(REDIS_LIMIT);
    if (redis >= 0) {
      return "data " + command.get(redis + 1).replace("mb", " MiB");
    }
    String all = String.join(" ", command);
    Matcher heap = HEAP.matcher(all);
    if (heap.find()) {
      return "heap " + heap.group(1) + " MiB";
    }
    Matcher buffers = BUFFERS.matcher(all);
    return buffers.find() ? "buffer " + buffers.group(1) + " MiB" : "";
  }
}
