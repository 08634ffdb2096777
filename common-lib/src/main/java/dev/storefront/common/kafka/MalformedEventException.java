package dev.storefront.common.kafka;

import org.jspecify.annotations.Nullable;

/** No number of attempts will make this record's event of use: it goes to the dead-letter topic. */
public final class MalformedEventException extends RuntimeException {

  public MalformedEventException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
