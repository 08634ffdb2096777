package dev.storefront.history.pause;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import dev.storefront.history.core.Pauses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/history")
@RequiresScope({Scope.USER, Scope.GUEST})
@Tag(name = "history")
@RateLimited
class PauseController {

  private final Admission admission;
  private final PausedRecording recording;

  PauseController(Admission admission, PausedRecording recording) {
    this.admission = admission;
    this.recording = recording;
  }

  @Operation(
      summary = "Pause the recording of the caller's views",
      description =
          "What is viewed from now on never shows, until it is resumed; a repeat is fine. 500 times"
              + " in 62 days at most: each is remembered for as long as what it hides could show.")
  @Answers({"204 paused", "409 too-many-pauses"})
  @PostMapping("/pause")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void pause(Caller caller) {
    if (!recording.pause(admission.admit("pause-recording", caller))) {
      throw Problem.of(
              HttpStatus.CONFLICT,
              "too-many-pauses",
              "Recording was paused %d times within 62 days.".formatted(Pauses.MOST))
          .toException();
    }
  }

  @Operation(
      summary = "Resume the recording of the caller's views",
      description = "What was viewed in between stays away.")
  @ApiResponse(responseCode = "204", description = "Views are recorded")
  @PostMapping("/resume")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void resume(Caller caller) {
    recording.resume(admission.admit("resume-recording", caller));
  }

  @Operation(summary = "What the caller has set")
  @ApiResponse(responseCode = "200", description = "The settings", useReturnTypeSchema = true)
  @GetMapping("/settings")
  Settings settings(Caller caller) {
    return new Settings(recording.isPaused(admission.admit("history-settings", caller)));
  }

  /**
   * @param paused true if nothing is recorded
   */
  record Settings(boolean paused) {}
}
