package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.web.Problem;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Where to ask how far a run is. */
record AcceptedRun(@Schema(example = "7") long id) {

  /** 202, or the problem that it is. */
  static ResponseEntity<AcceptedRun> reply(RunStart outcome, String path) {
    if (outcome instanceof RunStart.Started started) {
      return ResponseEntity.accepted()
          .location(URI.create(path + "/" + started.id()))
          .body(new AcceptedRun(started.id()));
    }
    throw Problem.of(HttpStatus.CONFLICT, "already-running", message(outcome)).toException();
  }

  private static String message(RunStart outcome) {
    return outcome instanceof RunStart.AlreadyRunning running
        ? "Run " + running.id() + " is under way."
        : "Too many are under way.";
  }
}
