package dev.storefront.common.web;

import java.io.IOException;

/** The request body went past its limit while it was read. */
final class BodyTooLargeException extends IOException {

  BodyTooLargeException(long limit) {
    super("The request body is longer than " + limit + " bytes.");
  }
}
