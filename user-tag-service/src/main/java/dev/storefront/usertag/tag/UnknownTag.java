package dev.storefront.usertag.tag;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;

/**
 * The refusal {@code unknown-tag}.
 *
 * @param names the tags that do not exist, one or more
 */
public record UnknownTag(List<String> names) {

  /** One tag that does not exist. */
  public static UnknownTag of(String name) {
    return new UnknownTag(List.of(name));
  }

  /** 404: the address names it. */
  public ProblemException inAddress() {
    return problem(HttpStatus.NOT_FOUND).toException();
  }

  /** 400: an expression names them. */
  public ProblemException inExpression() {
    return problem(HttpStatus.BAD_REQUEST).with("tags", names).toException();
  }

  private Problem problem(HttpStatus status) {
    String first = names.get(0);
    return Problem.of(status, "unknown-tag", "There is no tag '%s'.".formatted(first))
        .with("tag", first);
  }
}
