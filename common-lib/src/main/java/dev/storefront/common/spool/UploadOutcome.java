package dev.storefront.common.spool;

import dev.storefront.common.web.Problem;
import org.springframework.http.HttpStatus;

/** What became of a file that somebody sent to have it worked through. */
public sealed interface UploadOutcome {

  /** It is safe, and its turn comes. */
  record Taken(long runId) implements UploadOutcome {}

  /**
   * It is longer than allowed.
   *
   * @param longest in bytes
   */
  record TooLong(long longest) implements UploadOutcome {}

  /** Too many others wait, or take the room. */
  record TooBusy() implements UploadOutcome {}

  /**
   * The id of the run that works it through.
   *
   * @throws dev.storefront.common.web.ProblemException 413 {@code body-too-large}, or 429 {@code
   *     too-busy}
   */
  default long idOrRefusal() {
    if (this instanceof Taken taken) {
      return taken.runId();
    }
    throw (this instanceof TooLong tooLong
            ? Problem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "body-too-large",
                "The file is longer than %d bytes.".formatted(tooLong.longest()))
            : Problem.of(
                HttpStatus.TOO_MANY_REQUESTS,
                "too-busy",
                "Too many imports are waiting. Try again later."))
        .toException();
  }
}
