package dev.storefront.shortlink.ban;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.ban.HostTable.Entry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "bans")
@RestController
@RequestMapping("/api/v1/bans")
@RequiresScope(Scope.OPERATOR)
class BanController {

  private final Bans bans;
  private final Clock clock;

  BanController(Bans bans, Clock clock) {
    this.bans = bans;
    this.clock = clock;
  }

  @Operation(
      summary = "Bans a host and all below it",
      description =
          "New links to it are 400 `banned-host`; existing ones answer 410, in every instance"
              + " within two seconds. Idempotent. 409 `too-many-bans`: there are 10,000.")
  @Answers("409 too-many-bans")
  @PutMapping("/{host}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void ban(@Parameter(hidden = true) Caller caller, @PathVariable String host) {
    if (!bans.add(new Entry(HostList.parse(host), clock.instant(), caller.subject()))) {
      throw Problem.of(HttpStatus.CONFLICT, "too-many-bans", "There are 10,000 bans already.")
          .toException();
    }
  }

  @Operation(
      summary = "Lifts a ban",
      description = "Links to the host lead on as before. Idempotent.")
  @DeleteMapping("/{host}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void lift(@PathVariable String host) {
    bans.remove(HostList.parse(host));
  }

  @Operation(summary = "A ban", description = "404 `unknown-ban`: this host itself is not banned.")
  @Answers("404 unknown-ban")
  @GetMapping("/{host}")
  BanView find(@PathVariable String host) {
    return bans.find(HostList.parse(host))
        .map(BanView::of)
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "unknown-ban", "This host is not banned.")
                    .toException());
  }

  @Operation(summary = "All bans, in the order of their hosts")
  @GetMapping
  BanPage page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    HostList.Page<BanView> page = bans.page(limit, cursor, BanView::of);
    return new BanPage(page.items(), page.nextCursor());
  }

  record BanPage(
      List<BanView> items,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}

  record BanView(
      @Schema(example = "phishing.example") String host,
      Instant bannedAt,
      @Schema(example = "olga") String bannedBy) {

    static BanView of(Entry ban) {
      return new BanView(ban.host(), ban.at(), ban.by());
    }
  }
}
