package dev.storefront.localstack.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds who listens on a port, where the system lets one see it (Linux, own processes). */
final class Occupant {

  private static final int HEX = 16;
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String LISTENING = "0A";
  private static final int SHOWN_COMMAND = 100;

  private Occupant() {}

  /** Such as "process 4711 (/usr/sbin/nginx)". */
  static String of(int port) {
    try {
      Set<String> sockets = new HashSet<>();
      for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
        if (Files.isReadable(Path.of(table))) {
          sockets.addAll(listeningInodes(Files.readAllLines(Path.of(table)), port));
        }
      }
      return owner(sockets).map(Occupant::describe).orElse("a program of another user");
    } catch (IOException e) {
      return "another program";
    }
  }

  /** The socket inodes of the table's lines that listen on the port. */
  static List<String> listeningInodes(List<String> table, int port) {
    return table.stream()
        .skip(1)
        .map(line -> line.trim().split("\\s+"))
        .filter(fields -> fields[STATE].equals(LISTENING) && localPort(fields) == port)
        .map(fields -> fields[INODE])
        .toList();
  }

  private static int localPort(String[] fields) {
    String address = fields[LOCAL_ADDRESS];
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEX);
  }

  private static Optional<ProcessHandle> owner(Set<String> sockets) {
    if (sockets.isEmpty()) {
      return Optional.empty();
    }
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      return processes.filter(process -> holds(process, sockets)).findFirst();
    }
  }

  private static boolean holds(ProcessHandle process, Set<String> sockets) {
    Path open = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(open)) {
      for (Path file : files) {
        String target = Files.readSymbolicLink(file).toString();
        if (target.startsWith("socket:[")
            && sockets.contains(target.substring("socket:[".length(), target.length() - 1))) {
          return true;
        }
      }
    } catch (IOException notOurs) {
      return false;
    }
    return false;
  }

  private static String describe(ProcessHandle process) {
    String command =
        process.info().commandLine().or(() -> process.info().command()).orElse("unknown command");
    return "process %d (%s)"
        .formatted(
            process.pid(),
            command.length() > SHOWN_COMMAND
                ? command.substring(0, SHOWN_COMMAND) + "..."
                : command);
  }
}
