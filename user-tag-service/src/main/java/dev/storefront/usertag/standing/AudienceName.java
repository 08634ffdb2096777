package dev.storefront.usertag.standing;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import org.springframework.http.HttpStatus;

/** What a standing audience may be called. */
final class AudienceName {

  static final String PATTERN = "[a-z][a-z0-9_-]{0,63}";

  private AudienceName() {}

  /** 404 {@code unknown-audience}: the address names it. */
  static ProblemException unknown(String name) {
    return Problem.of(
            HttpStatus.NOT_FOUND, "unknown-audience", "There is no audience '%s'.".formatted(name))
        .with("audience", name)
        .toException();
  }
}
