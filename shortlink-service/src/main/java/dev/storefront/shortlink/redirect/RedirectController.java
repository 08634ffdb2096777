package dev.storefront.shortlink.redirect;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.health.Replies;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.admission.Admission;
import dev.storefront.shortlink.ban.Bans;
import dev.storefront.shortlink.click.Clicks;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkReader;
import dev.storefront.shortlink.link.Lookup;
import dev.storefront.shortlink.link.StoredLink;
import dev.storefront.shortlink.password.Passwords;
import dev.storefront.shortlink.password.Passwords.Attempt;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Follows short links. Nothing here may be cached, neither a target (the code may lead elsewhere
 * tomorrow) nor its absence. A GET renews the link, whoever sends it: a preview shows that the link
 * is still in circulation. A HEAD neither renews nor counts.
 */
@Tag(name = "redirect")
@RestController
class RedirectController {

  private static final String NO_STORE = "no-store";
  private static final String PASSWORD = "password";

  private final Admission admission;
  private final CodeBook codes;
  private final LinkReader links;
  private final Bans bans;
  private final LimitedVisits visits;
  private final Passwords passwords;
  private final Clicks clicks;
  private final ClientAddresses clients;

  RedirectController(
      Admission admission,
      CodeBook codes,
      LinkReader links,
      Bans bans,
      LimitedVisits visits,
      Passwords passwords,
      Clicks clicks,
      ClientAddresses clients) {
    this.admission = admission;
    this.codes = codes;
    this.links = links;
    this.bans = bans;
    this.visits = visits;
    this.passwords = passwords;
    this.clicks = clicks;
    this.clients = clients;
  }

  @Operation(
      summary = "Follows a short link",
      description =
          "404 `unknown-code`, `not-yet-valid`; 410 `expired-code` (its time is over, or its visits"
              + " are used up), `banned-host`. A link with a password answers with a form. A GET"
              + " renews the link and counts as a click; a HEAD does neither. 429 `rate-limited`"
              + " for a second, whatever the code, to an address that asked for too many unknown"
              + " ones.",
      responses = {
        @ApiResponse(responseCode = "302", description = "Location is the target"),
        @ApiResponse(
            responseCode = "200",
            description = "A form that asks for the link's password",
            content = @Content(mediaType = "text/html", schema = @Schema(type = "string")))
      })
  @Answers({"404 unknown-code, not-yet-valid", "410 expired-code, banned-host", "429 rate-limited"})
  @PublicEndpoint
  @GetMapping("/{code}")
  Object follow(
      @PathVariable String code, HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
    boolean counts = !HttpMethod.HEAD.matches(request.getMethod());
    Visitor visitor = Visitor.of(code, counts, request, clients);
    CompletableFuture<Lookup> lookup = links.lookUp(admitted(visitor), counts);
    // As a rule Redis has the link. Of thousands who ask for links that it does not have none is to
    // hold a thread of the web server.
    return lookup.isDone()
        ? lead(visitor, found(visitor, Replies.await(lookup)))
        : lookup.thenApply(known -> lead(visitor, found(visitor, known)));
  }

  private ResponseEntity<String> lead(Visitor visitor, StoredLink link) {
    if (link.options().isPlain()) {
      return redirect(visitor, link, link.url());
    }
    if (link.options().passwordHash() != null) {
      requireVisit(visitor, link, false);
      return PasswordForm.ask();
    }
    requireVisit(visitor, link, visitor.counts());
    return redirect(visitor, link, visitor.destination(link));
  }

  @Operation(
      summary = "Follows a short link that has a password",
      description =
          "401 and the form again: it is another one. 429 `too-many-tries` after five wrong ones in"
              + " a minute; all visitors together have a hundred. All else as without a password.",
      requestBody =
          @RequestBody(
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
                      schema = @Schema(type = "object", example = "{\"password\": \"secret\"}"))),
      responses = {
        @ApiResponse(responseCode = "302", description = "Location is the target"),
        @ApiResponse(
            responseCode = "401",
            description = "The form, or unauthorized: a token that is no good",
            content = {
              @Content(mediaType = "text/html", schema = @Schema(type = "string")),
              @Content(
                  mediaType = "application/problem+json",
                  schema = @Schema(ref = "#/components/schemas/Problem"))
            })
      })
  @Answers({
    "404 unknown-code, not-yet-valid",
    "410 expired-code, banned-host",
    "413 body-too-large",
    "429 too-many-tries, rate-limited"
  })
  @PublicEndpoint
  @PostMapping(path = "/{code}", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  CompletableFuture<ResponseEntity<String>> unlock(
      @PathVariable String code, HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
    Visitor visitor = Visitor.of(code, true, request, clients);
    String said = said(request);
    return links
        .lookUp(admitted(visitor), true)
        .thenCompose(
            known -> passwords.aside(end -> unlock(visitor, found(visitor, known), said, end)));
  }

  private ResponseEntity<String> unlock(Visitor visitor, StoredLink link, String said, long end) {
    @Nullable String hash = link.options().passwordHash();
    if (hash != null) {
      requireVisit(visitor, link, false);
      Attempt attempt = passwords.attempt(visitor.code(), hash, said, visitor.client(), end);
      if (attempt instanceof Attempt.TooMany tooMany) {
        throw Problem.of(
                HttpStatus.TOO_MANY_REQUESTS, "too-many-tries", "Too many passwords were tried.")
            .retryAfter(tooMany.retryAfter())
            .toException();
      }
      if (attempt instanceof Attempt.Wrong) {
        return PasswordForm.refuse();
      }
    }
    requireVisit(visitor, link, true);
    return redirect(visitor, link, visitor.destination(link));
  }

  private Address admitted(Visitor visitor) {
    admission.admitVisitor(visitor.address());
    return codes.locate(visitor.code()).orElseThrow(() -> Lookup.unknownCode().toException());
  }

  private StoredLink found(Visitor visitor, Lookup lookup) {
    if (lookup instanceof Lookup.Unknown) {
      admission.countUnknownCode(visitor.address());
    }
    if (!(lookup instanceof Lookup.Found found)) {
      throw refusal(lookup).toException();
    }
    if (found.link().leadsTo(bans::covers)) {
      throw Problem.of(HttpStatus.GONE, "banned-host", "This short link was banned.").toException();
    }
    return found.link();
  }

  /** Takes one of the link's visits, if it has a limit; a look takes none. */
  private void requireVisit(Visitor visitor, StoredLink link, boolean taking) {
    Integer most = link.options().maxVisits();
    if (most != null
        && !(taking
            ? visits.take(visitor.code(), link, most)
            : visits.isLeft(visitor.code(), link, most))) {
      throw expired("The visits of this short link are used up.").toException();
    }
  }

  private ResponseEntity<String> redirect(Visitor visitor, StoredLink link, String target) {
    if (visitor.counts()) {
      clicks.count(
          visitor.code(),
          link.generation(),
          visitor.referrer(),
          visitor.userAgent(),
          visitor.address());
    }
    return ResponseEntity.status(HttpStatus.FOUND).header(HttpHeaders.LOCATION, target).build();
  }

  /** Of the form: what stands in the query comes before it. */
  private static String said(HttpServletRequest request) {
    String[] all = request.getParameterValues(PASSWORD);
    return all == null ? "" : all[all.length - 1];
  }

  private static Problem refusal(Lookup lookup) {
    if (lookup instanceof Lookup.Expired) {
      return expired("This short link has expired.");
    }
    return lookup instanceof Lookup.Early
        ? Problem.of(HttpStatus.NOT_FOUND, "not-yet-valid", "This short link does not lead on yet.")
        : Lookup.unknownCode();
  }

  private static Problem expired(String detail) {
    return Problem.of(HttpStatus.GONE, "expired-code", detail);
  }
}
