package dev.storefront.shortlink.link;

import dev.storefront.common.web.InvalidField;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.link.TargetUrl.Check;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** All that is wrong with what a caller wants of a link; a ban counts if nothing else is. */
final class Objections {

  private final List<InvalidField> fields = new ArrayList<>();
  private Check.@Nullable Banned banned;

  /**
   * @param message for a person, to stand after the field
   */
  void add(String field, String message) {
    fields.add(new InvalidField(field, message));
  }

  void add(Check.Banned target) {
    banned = target;
  }

  /**
   * Ends the call if there are any.
   *
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-request} with every wrong
   *     field, or 400 {@code banned-host}
   */
  void refuse() {
    if (!fields.isEmpty()) {
      throw InvalidField.problem(fields).toException();
    }
    if (banned != null) {
      throw Problem.of(HttpStatus.BAD_REQUEST, "banned-host", banned.detail()).toException();
    }
  }
}
