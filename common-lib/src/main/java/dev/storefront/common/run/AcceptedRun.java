package dev.storefront.common.run;

import dev.storefront.common.web.Problem;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Where to ask how far a run is. */
public record AcceptedRun(@Schema(example = "7") long id) {

  private static final Duration LATER = Duration.ofSeconds(30);

  /**
   * The answer to an order.
   *
   * @param path of the runs of this kind
   * @return 202 with the run's place
   * @throws dev.storefront.common.web.ProblemException 409 {@code already-running}, 429 {@code
   *     too-busy}
   */
  public static ResponseEntity<AcceptedRun> reply(RunStart start, String path) {
    if (start instanceof RunStart.Started started) {
      return ResponseEntity.accepted()
          .location(URI.create(path + "/" + started.id()))
          .body(new AcceptedRun(started.id()));
    }
    if (start instanceof RunStart.AlreadyRunning running) {
      String detail = "Run " + running.id() + " is under way.";
      throw Problem.of(HttpStatus.CONFLICT, "already-running", detail).toException();
    }
    throw Problem.of(
            HttpStatus.TOO_MANY_REQUESTS, "too-busy", "Too many of these runs are not over yet.")
        .retryAfter(LATER)
        .toException();
  }
}
