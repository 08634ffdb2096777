package dev.storefront.history.rebuild;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asks for.
 *
 * @param from ISO-8601 UTC
 */
record RebuildOrder(
    @Schema(
            format = "date-time",
            example = "2026-11-20T00:00:00Z",
            requiredMode = Schema.RequiredMode.REQUIRED,
            description = "Page views that the topic got from then on, as far as it keeps them")
        @Nullable String from) {

  /**
   * The request.
   *
   * @throws ProblemException 400 {@code invalid-request}
   */
  RebuildRequest toRequest(Instant now) {
    if (from == null) {
      throw Problem.invalid("from", "must not be null").toException();
    }
    try {
      Instant begin = Instant.parse(from);
      if (begin.isAfter(now)) {
        throw Problem.invalid("from", "must not lie ahead").toException();
      }
      return RebuildRequest.from(Math.max(0, begin.toEpochMilli()));
    } catch (DateTimeException | ArithmeticException e) {
      throw Problem.invalid("from", "must be an ISO-8601 UTC time").toException();
    }
  }
}
