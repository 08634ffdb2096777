package dev.storefront.localstack.process;

/** Somebody does not want to wait any longer for what is being started or stopped. */
public final class InterruptedStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InterruptedStartException(InterruptedException cause) {
    super("interrupted", cause);
  }
}
