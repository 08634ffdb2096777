package dev.storefront.fitment.upkeep;

import dev.storefront.common.web.Problem;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Where to ask how far a run is. */
record AcceptedRun(@Schema(example = "7") long id) {

  /** 202, or the problem that it is. */
  static ResponseEntity<AcceptedRun> reply(StartOutcome outcome, String path) {
    if (outcome instanceof StartOutcome.Started started) {
      return ResponseEntity.accepted()
          .location(URI.create(path + "/" + started.id()))
          .body(new AcceptedRun(started.id()));
    }
    throw (outcome instanceof StartOutcome.AlreadyRunning running
            ? Problem.of(
                HttpStatus.CONFLICT, "already-running", "Run " + running.id() + " is under way.")
            : Problem.of(HttpStatus.BAD_REQUEST, "unknown-cluster", message(outcome)))
        .toException();
  }

  private static String message(StartOutcome outcome) {
    return outcome instanceof StartOutcome.UnknownCluster unknown ? unknown.message() : "";
  }
}
