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

@Tag(name = "allowed hosts")
@RestController
@RequestMapping("/api/v1/allowed-hosts")
@RequiresScope(Scope.OPERATOR)
class AllowedHostController {

  private final AllowedHosts hosts;
  private final Clock clock;

  AllowedHostController(AllowedHosts hosts, Clock clock) {
    this.hosts = hosts;
    this.clock = clock;
  }

  @Operation(
      summary = "Allows a host and all below it",
      description =
          "Links may lead there though it lies in a private network or looks like another host, and"
              + " while the switch `only-allowed-hosts` is on; a ban comes before. Counts in every"
              + " instance within two seconds. Idempotent. 409 `too-many-allowed-hosts`: there are"
              + " 10,000.")
  @Answers("409 too-many-allowed-hosts")
  @PutMapping("/{host}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void allow(@Parameter(hidden = true) Caller caller, @PathVariable String host) {
    if (!hosts.add(new Entry(HostList.parse(host), clock.instant(), caller.subject()))) {
      throw Problem.of(
              HttpStatus.CONFLICT,
              "too-many-allowed-hosts",
              "There are 10,000 allowed hosts already.")
          .toException();
    }
  }

  @Operation(
      summary = "Takes a host out of the list",
      description = "Existing links to it lead on. Idempotent.")
  @DeleteMapping("/{host}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void forget(@PathVariable String host) {
    hosts.remove(HostList.parse(host));
  }

  @Operation(
      summary = "An allowed host",
      description = "404 `unknown-allowed-host`: this host itself is not in the list.")
  @Answers("404 unknown-allowed-host")
  @GetMapping("/{host}")
  AllowedHostView find(@PathVariable String host) {
    return hosts
        .find(HostList.parse(host))
        .map(AllowedHostView::of)
        .orElseThrow(
            () ->
                Problem.of(
                        HttpStatus.NOT_FOUND,
                        "unknown-allowed-host",
                        "This host is not allowed by its own name.")
                    .toException());
  }

  @Operation(summary = "All allowed hosts, in the order of their names")
  @GetMapping
  AllowedHostPage page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    HostList.Page<AllowedHostView> page = hosts.page(limit, cursor, AllowedHostView::of);
    return new AllowedHostPage(page.items(), page.nextCursor());
  }

  record AllowedHostPage(
      List<AllowedHostView> items,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}

  record AllowedHostView(
      @Schema(example = "shop.example") String host,
      Instant allowedAt,
      @Schema(example = "olga") String allowedBy) {

    static AllowedHostView of(Entry entry) {
      return new AllowedHostView(entry.host(), entry.at(), entry.by());
    }
  }
}
