package dev.storefront.common.spool;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;

/**
 * Files that callers send, each to be worked through by a run of its own.
 *
 * @param <Q> what such a run is asked for; it has the file in it
 */
public record Uploads<Q>(Spool spool, Runs<Q, ?> runs) {

  /**
   * Takes a file in, so that neither a crash nor a power cut loses it, and orders its run.
   *
   * @param subject what the run is about, 0-100 characters
   * @param request what it is asked for, given the file
   * @return the run's id
   * @throws IOException if the caller stops sending, or the disk does not take it
   * @throws ProblemException 413 {@code body-too-large}, or 429 {@code too-busy}
   */
  public long take(InputStream in, String subject, Function<SpooledFile, Q> request)
      throws IOException {
    if (runs.isFull()) {
      throw tooBusy();
    }
    SpoolOutcome spooled = spool.take(in);
    if (spooled instanceof SpoolOutcome.Taken taken) {
      return order(taken.file(), subject, request);
    }
    throw spooled instanceof SpoolOutcome.TooLong tooLong
        ? Problem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "body-too-large",
                "The file is longer than %d bytes.".formatted(tooLong.longest()))
            .toException()
        : tooBusy();
  }

  private long order(SpooledFile file, String subject, Function<SpooledFile, Q> request) {
    try {
      if (runs.start(request.apply(file), subject) instanceof RunStart.Started started) {
        return started.id();
      }
    } catch (DataAccessException e) {
      // The run may be there all the same, and then says that its file is lost.
      spool.delete(file);
      throw e;
    }
    spool.delete(file);
    throw tooBusy();
  }

  private static ProblemException tooBusy() {
    return Problem.of(
            HttpStatus.TOO_MANY_REQUESTS,
            "too-busy",
            "Too many imports are waiting. Try again later.")
        .toException();
  }
}
