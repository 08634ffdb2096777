package dev.storefront.history.rebuild;

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
@RequestMapping(RebuildController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "rebuilds")
class RebuildController {

  static final String PATH = "/api/v1/history-rebuilds";

  private final Runs<RebuildRequest, RebuildProgress> rebuilds;
  private final Clock clock;

  RebuildController(Runs<RebuildRequest, RebuildProgress> rebuilds, Clock clock) {
    this.rebuilds = rebuilds;
    this.clock = clock;
  }

  @Operation(
      summary = "Has Redis have page views again that it may have lost",
      description =
          "In the background (202), while everything goes on: all deletions of MySQL, then the page"
              + " views of the topic. What Redis has stays as it is. After a Redis that fell back a"
              + " rebuild begins by itself. One that is ordered at a time (409 already-running).")
  @Answers({"202", "400 invalid-request", "409 already-running", "429 too-busy"})
  @PostMapping
  ResponseEntity<AcceptedRun> start(@RequestBody RebuildOrder order) {
    RebuildRequest request = order.toRequest(clock.instant());
    return AcceptedRun.reply(rebuilds.startAlone(request, "ordered"), PATH);
  }

  @Operation(summary = "How far a rebuild is")
  @Answers("404 unknown-rebuild")
  @GetMapping("/{id}")
  RebuildView get(@PathVariable long id) {
    return RebuildView.of(rebuilds.existing(id, "rebuild"));
  }

  @Operation(summary = "Rebuilds, the newest first")
  @GetMapping
  RunPage<RebuildView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return rebuilds.page(limit, cursor).map(RebuildView::of);
  }

  @Operation(
      summary = "Cancels a rebuild",
      description =
          "What is done stays so. One that is over stays as it is. One that began by itself begins"
              + " anew: the users concerned see nothing before it has ended.")
  @Answers("404 unknown-rebuild")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable long id) {
    rebuilds.cancel(rebuilds.existing(id, "rebuild").id());
  }
}
