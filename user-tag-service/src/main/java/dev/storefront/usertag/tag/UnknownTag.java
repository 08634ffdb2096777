package dev.storefront.usertag.tag;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;

/** The problem {@code unknown-tag}: 404 where the tag is the resource, 400 in an expression. */
public final class UnknownTag {

  private static final String CODE = "unknown-tag";

  private UnknownTag() {}

  /** 404: the address names a tag that does not exist. */
  public static ProblemException notFound(String tag) {
    return Problem.of(HttpStatus.NOT_FOUND, CODE, "There is no tag '%s'.".formatted(tag))
        .with("tag", tag)
        .toException();
  }

  /**
   * 400: an expression names tags that do not exist.
   *
   * @param tags all of them, one or more
   */
  public static ProblemException inExpression(List<String> tags) {
    return Problem.of(HttpStatus.BAD_REQUEST, CODE, "There is no tag '%s'.".formatted(tags.get(0)))
        .with("tag", tags.get(0))
        .with("tags", tags)
        .toException();
  }
}
