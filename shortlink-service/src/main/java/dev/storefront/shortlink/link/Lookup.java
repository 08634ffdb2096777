package dev.storefront.shortlink.link;

import dev.storefront.common.security.Caller;
import dev.storefront.common.web.Problem;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** What is found under a code. */
public sealed interface Lookup {

  /** A link. */
  record Found(StoredLink link) implements Lookup {}

  /** A link whose own time has not begun. */
  record Early(StoredLink link) implements Lookup {}

  /** A link whose own time is over. */
  record Expired(StoredLink link) implements Lookup {}

  /** Nothing, or nothing any more. */
  record Unknown() implements Lookup {}

  /** The link, whether it redirects now or not. */
  default Optional<StoredLink> stored() {
    if (this instanceof Found found) {
      return Optional.of(found.link());
    }
    if (this instanceof Early early) {
      return Optional.of(early.link());
    }
    return this instanceof Expired expired ? Optional.of(expired.link()) : Optional.empty();
  }

  /**
   * The link, for who made it and for operators.
   *
   * @throws dev.storefront.common.web.ProblemException 404 {@code unknown-code}, 403 {@code
   *     not-yours}
   */
  default StoredLink linkFor(Caller caller) {
    StoredLink link = stored().orElseThrow(() -> unknownCode().toException());
    if (!link.isOpenTo(caller)) {
      throw notYours().toException();
    }
    return link;
  }

  /** 404. */
  static Problem unknownCode() {
    return Problem.of(HttpStatus.NOT_FOUND, "unknown-code", "There is no link under this code.");
  }

  /** 403. */
  static Problem notYours() {
    return Problem.of(HttpStatus.FORBIDDEN, "not-yours", "Another application made this link.");
  }
}
