package dev.storefront.common.web;

import java.util.List;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageNotReadableException;

/** A body with values of a wrong type, and all that is wrong with it. */
final class UnreadableBodyException extends HttpMessageNotReadableException {

  private static final long serialVersionUID = 1;

  private final transient List<InvalidField> errors;

  UnreadableBodyException(List<InvalidField> errors, Throwable cause, HttpInputMessage body) {
    super("A body has values of a wrong type", cause, body);
    this.errors = List.copyOf(errors);
  }

  List<InvalidField> errors() {
    return errors;
  }
}
