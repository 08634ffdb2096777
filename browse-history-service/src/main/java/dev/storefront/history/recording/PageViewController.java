package dev.storefront.history.recording;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import dev.storefront.history.core.PageView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/page-views")
@Tag(name = "page views")
@RateLimited
class PageViewController {

  private final Admission admission;
  private final EventPublisher events;
  private final Clock clock;
  private final Supplier<UUID> ids;

  PageViewController(Admission admission, EventPublisher events, Clock clock, Supplier<UUID> ids) {
    this.admission = admission;
    this.events = events;
    this.clock = clock;
    this.ids = ids;
  }

  @Operation(
      summary = "Report that the caller looks at a product",
      description = "Shows in the history within milliseconds. A repeat does no harm.")
  @ApiResponse(responseCode = "202", description = "Taken: Kafka has it")
  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  @RequiresScope({Scope.USER, Scope.GUEST})
  @UseCase("report-view")
  public void report(@RequestBody PageViewRequest request, Caller caller) {
    String user = admission.admit("report-view", caller);
    PageView view = request.toPageView(ids.get().toString(), user, clock.instant());
    events.publish(ViewRecorder.TOPIC, user, view).join();
  }
}
