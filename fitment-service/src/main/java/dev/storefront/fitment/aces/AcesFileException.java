package dev.storefront.fitment.aces;

/** A file that is not ACES, from some line on. Its message is for whoever sent it. */
public final class AcesFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  AcesFileException(long line, String reason) {
    super("Line " + line + ": " + reason);
  }
}
