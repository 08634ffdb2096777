package dev.storefront.localstack.cli;

/** The command line asks for something that does not exist. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
