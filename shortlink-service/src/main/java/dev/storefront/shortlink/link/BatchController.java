package dev.storefront.shortlink.link;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.admission.Admission;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.lease.Claiming;
import dev.storefront.shortlink.link.BatchPublishing.Item;
import dev.storefront.shortlink.link.BatchPublishing.Outcome;
import dev.storefront.shortlink.link.BatchPublishing.Result;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequestMapping("/api/v1/links/batch")
@RequiresScope(Scope.SERVICE)
class BatchController {

  /** An id that no lease has spoils one result, not the batch: so it may be any. */
  private static final String ANY = "-9223372036854775808";

  private final Admission admission;
  private final BatchPublishing publishing;
  private final LinkProperties properties;

  BatchController(Admission admission, BatchPublishing publishing, LinkProperties properties) {
    this.admission = admission;
    this.publishing = publishing;
    this.properties = properties;
  }

  @Operation(
      summary = "Publishes links under leased ids",
      description =
          "Results come in the order of the links; errors are `invalid-url`, `banned-host`,"
              + " `id-not-in-lease`, `id-taken` and `stale-lease`. A repeat of the same links"
              + " changes nothing. 409 `stale-lease`: the lease is over or the epoch is not its"
              + " own; 404 `unknown-lease`. 429 `rate-limited`: too many calls of the application in a"
              + " second.")
  @Answers({"404 unknown-lease", "409 stale-lease", "429 rate-limited"})
  @PostMapping
  BatchReply publish(
      @Parameter(hidden = true) Caller caller, @Valid @RequestBody BatchRequest body) {
    admission.admit(caller);
    List<Item> items = body.links().stream().map(Link::item).toList();
    Outcome outcome = publishing.publish(caller.clientId(), body.leaseId(), body.epoch(), items);
    if (outcome.claiming() instanceof Claiming.Claimed) {
      return new BatchReply(outcome.results().stream().map(this::view).toList());
    }
    throw refusal(outcome.claiming()).toException();
  }

  private ResultView view(Result result) {
    if (result instanceof Result.Failed failed) {
      return new ResultView(failed.id(), null, null, new ErrorView(failed.code(), failed.detail()));
    }
    String code = ((Result.Done) result).code();
    return new ResultView(result.id(), code, properties.shortUrl(code), null);
  }

  private static Problem refusal(Claiming claiming) {
    return claiming instanceof Claiming.Stale
        ? Problem.of(
            HttpStatus.CONFLICT,
            "stale-lease",
            "The lease is over, or the epoch is not its own. Lease anew.")
        : Problem.of(HttpStatus.NOT_FOUND, "unknown-lease", "You have no such lease.");
  }

  record BatchRequest(
      @Schema(example = "7d0f1c62-5a53-4d0b-9d2e-6f0f0a7c1b2d") @NotBlank String leaseId,
      @Schema(example = "42") @NotNull Long epoch,
      @NotNull @Size(min = 1, max = 1000) List<@NotNull @Valid Link> links) {}

  record Link(
      @Schema(
              description = "One that the lease does not have is `id-not-in-lease`.",
              example = "1",
              minimum = ANY)
          @NotNull
          Long id,
      @Schema(
              description = "Without it, and where it is no target, the result is `invalid-url`.",
              example = "https://www.example.com/brake-pads?id=42")
          @Nullable String url,
      @Schema(
              description =
                  "True if somebody knows the code already: also if the url is refused, no other"
                      + " link gets it with this lease's ids.")
          @Nullable Boolean announced) {

    Item item() {
      return new Item(id, url, Boolean.TRUE.equals(announced));
    }
  }

  record BatchReply(List<ResultView> results) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ResultView(
      @Schema(description = "as it was sent", example = "1", minimum = ANY) long id,
      @Schema(example = "4Xk02a") @Nullable String code,
      @Schema(example = "http://127.0.0.1:8084/4Xk02a") @Nullable String shortUrl,
      @Nullable ErrorView error) {}

  record ErrorView(
      @Schema(example = "invalid-url") String code,
      @Schema(example = "The url must be an http or https URL.") String detail) {}
}
