package dev.storefront.fitment.imports;

/** A file that is not of its format, from some place on. Its message is for whoever sent it. */
final class UnreadableFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnreadableFileException(String reason) {
    super(reason);
  }
}
