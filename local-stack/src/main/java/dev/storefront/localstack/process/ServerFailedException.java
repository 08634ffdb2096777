package dev.storefront.localstack.process;

import java.nio.file.Path;
import java.util.List;

/** A server ended, or did not get ready in time. The message has its last log lines. */
public final class ServerFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String server;

  ServerFailedException(String server, String what, Path log, List<String> lastLines) {
    super(
        "%s %s. Its last log lines, from %s:%n  %s"
            .formatted(server, what, log, String.join(System.lineSeparator() + "  ", lastLines)));
    this.server = server;
  }

  /** The name of the server. */
  public String server() {
    return server;
  }
}
