package dev.storefront.common.kafka;

import org.jspecify.annotations.Nullable;

/** A record that no number of attempts will make readable: it goes to the dead-letter topic. */
public final class MalformedEventException extends RuntimeException {

  public MalformedEventException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
