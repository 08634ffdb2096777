package dev.storefront.history.offline;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.AcceptedRun;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(OfflineRunController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "offline")
class OfflineRunController {

  static final String PATH = "/api/v1/offline-runs";

  private final Runs<OfflineRequest, OfflineProgress> offlineRuns;
  private final OfflineSchedule schedule;
  private final OfflineProperties properties;
  private final Clock clock;

  OfflineRunController(
      Runs<OfflineRequest, OfflineProgress> offlineRuns,
      OfflineSchedule schedule,
      OfflineProperties properties,
      Clock clock) {
    this.offlineRuns = offlineRuns;
    this.schedule = schedule;
    this.properties = properties;
    this.clock = clock;
  }

  @Operation(
      summary = "Works a date of the offline pipeline",
      description =
          "One step or all of them, any number of times, in the background (202). Goes on after a"
              + " crash. Without a Flink cluster it fails and says so. COMPUTE and ALL of a date are"
              + " taken from ten minutes after its end on (history.offline.lake-ready-after).")
  @Answers({"202", "400 invalid-request", "429 too-busy"})
  @PostMapping
  ResponseEntity<AcceptedRun> start(@RequestBody OfflineRunRequest body) {
    ZonedDateTime now = clock.instant().atZone(properties.zone());
    LocalDate inTheLake = now.minus(properties.lakeReadyAfter()).toLocalDate().minusDays(1);
    OfflineRequest request = body.toRequest(now.toLocalDate(), inTheLake);
    return AcceptedRun.reply(offlineRuns.start(request), PATH);
  }

  @Operation(summary = "How far an offline run is, and what it did")
  @Answers("404 unknown-offline-run")
  @GetMapping("/{id}")
  OfflineRunView get(@PathVariable long id) {
    return OfflineRunView.of(offlineRuns.existing(id, "offline run"), schedule.tryAgainAt());
  }

  @Operation(summary = "Offline runs, the newest first")
  @GetMapping
  RunPage<OfflineRunView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    Map<OfflineRequest, Instant> tryAgainAt = schedule.tryAgainAt();
    return offlineRuns.page(limit, cursor).map(run -> OfflineRunView.of(run, tryAgainAt));
  }

  @Operation(
      summary = "Cancels an offline run",
      description =
          "Steps that are done stay so; what an export has loaded by then shows, and is exported"
              + " again by the next one. One that is over stays as it is.")
  @Answers("404 unknown-offline-run")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable long id) {
    offlineRuns.cancel(offlineRuns.existing(id, "offline run").id());
  }
}
