package dev.storefront.shortlink.lease;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.admission.Admission;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.code.Tier;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "leases")
@RestController
@RequestMapping("/api/v1/leases")
@RequiresScope(Scope.SERVICE)
class LeaseController {

  private final Admission admission;
  private final Leases leases;
  private final CodeBook codes;
  private final LinkProperties links;
  private final Guard database;

  LeaseController(
      Admission admission, Leases leases, CodeBook codes, LinkProperties links, Guard database) {
    this.admission = admission;
    this.leases = leases;
    this.codes = codes;
    this.links = links;
    this.database = database;
  }

  @Operation(
      summary = "Leases ranges of ids to publish links under",
      description =
          "Each range has its codes, in the order of its ids. Recycled ranges come first; fewer ids"
              + " than wanted may come. The same requestId gets the"
              + " same lease. 409 `request-id-taken`: used before for something else; 409"
              + " `tier-exhausted`: every id is in use; 409 `stale-lease`: it was handed back, its time was over, or"
              + " its ids went on, so ask under another requestId. 429 `rate-limited`: too many calls of the application in a second.")
  @Answers({"409 request-id-taken, tier-exhausted, stale-lease", "429 rate-limited"})
  @PostMapping
  LeaseView grant(@Parameter(hidden = true) Caller caller, @Valid @RequestBody LeaseRequest body) {
    admission.admit(caller);
    Granting granting =
        database.answer(
            () ->
                leases.grantInTurn(
                    caller.clientId(), body.requestId(), Tier.of(body.tier()), body.count()));
    if (granting instanceof Granting.Granted granted) {
      return view(granted.lease());
    }
    throw refusal(granting).toException();
  }

  @Operation(
      summary = "Hands a lease back",
      description =
          "Ids without a published link are free again at once. 404 `unknown-lease`; 409"
              + " `stale-lease`: it has run out, its ids come back by themselves.")
  @Answers({"404 unknown-lease", "409 stale-lease"})
  @DeleteMapping("/{leaseId}")
  Unused release(@Parameter(hidden = true) Caller caller, @PathVariable String leaseId) {
    Releasing releasing = database.answer(() -> leases.release(caller.clientId(), leaseId));
    if (releasing instanceof Releasing.Released released) {
      return new Unused(released.unused());
    }
    throw (releasing instanceof Releasing.Stale
            ? Problem.of(HttpStatus.CONFLICT, "stale-lease", "The lease has run out.")
            : Problem.of(HttpStatus.NOT_FOUND, "unknown-lease", "You have no such lease."))
        .toException();
  }

  private LeaseView view(Lease lease) {
    List<CodeRange> ranges =
        lease.ranges().stream()
            .map(
                ids ->
                    new CodeRange(
                        ids.first(),
                        ids.last(),
                        LongStream.rangeClosed(ids.first(), ids.last())
                            .mapToObj(id -> codes.addressOf(lease.tier(), id).code())
                            .toList()))
            .toList();
    return new LeaseView(
        lease.leaseId(),
        lease.epoch(),
        lease.tier().length(),
        lease.expiresAt(),
        links.shortUrlPrefix(),
        ranges);
  }

  private static Problem refusal(Granting granting) {
    if (granting instanceof Granting.TierExhausted) {
      return Problem.of(HttpStatus.CONFLICT, "tier-exhausted", "Every id of this tier is in use.");
    }
    return granting instanceof Granting.Stale
        ? Problem.of(
            HttpStatus.CONFLICT,
            "stale-lease",
            "The lease is over, or its ids went on. Ask again under another requestId.")
        : Problem.of(
            HttpStatus.CONFLICT,
            "request-id-taken",
            "This requestId was used before, for another tier or count.");
  }

  record LeaseRequest(
      @Schema(description = "your name for this request", example = "3f0c6f2e-first")
          @NotNull
          @Pattern(
              regexp = "^[\\x21-\\x7e]{1,64}$",
              message = "must be 1 to 64 visible ASCII characters")
          String requestId,
      @Schema(example = "5") @NotNull @Min(5) @Max(7) Integer tier,
      @Schema(description = "how many ids", example = "1000") @NotNull @Min(1) @Max(10_000)
          Integer count) {}

  record LeaseView(
      @Schema(example = "7d0f1c62-5a53-4d0b-9d2e-6f0f0a7c1b2d") String leaseId,
      @Schema(description = "to be shown when publishing", example = "42") long epoch,
      @Schema(
              description = "letters in the codes; more than wanted if that tier runs low",
              example = "6")
          int tier,
      Instant expiresAt,
      @Schema(description = "what stands before a code", example = "http://127.0.0.1:8084/")
          String shortUrlPrefix,
      List<CodeRange> ranges) {}

  /**
   * @param codes of each id, in their order
   */
  record CodeRange(
      @Schema(example = "1") long first,
      @Schema(example = "1000") long last,
      @Schema(example = "[\"4Xk02a\"]") List<String> codes) {}

  record Unused(List<IdRange> unused) {}
}
