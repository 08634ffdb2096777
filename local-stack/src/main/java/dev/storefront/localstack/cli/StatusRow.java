package dev.storefront.localstack.cli;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What status shows of one process.
 *
 * @param pid 0 when it does not run
 * @param memoryMiB what it takes of the machine's memory now
 * @param limit what bounds its heap or buffers
 */
record StatusRow(String name, int port, long pid, String health, long memoryMiB, String limit) {

  private static final String FORMAT = "%-24s %6s %8s %9s  %-14s %s";

  static StatusRow down(String name, int port, String health) {
    return new StatusRow(name, port, 0, health, 0, "");
  }

  static String table(List<StatusRow> rows) {
    long sum = rows.stream().mapToLong(StatusRow::memoryMiB).sum();
    return rows.stream()
        .map(StatusRow::line)
        .collect(
            Collectors.joining(
                "\n",
                FORMAT.formatted("NAME", "PORT", "PID", "MEMORY", "LIMIT", "HEALTH") + "\n",
                "\n"
                    + FORMAT
                        .formatted("all", "", "", sum + " MiB", "of 4096 MiB", "")
                        .stripTrailing()));
  }

  private String line() {
    return pid == 0
        ? FORMAT.formatted(name, port, "-", "-", "-", health)
        : FORMAT.formatted(name, port, pid, memoryMiB + " MiB", limit, health);
  }
}
