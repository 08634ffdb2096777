package dev.storefront.shortlink.redirect;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.client.IpAddress;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.admission.Admission;
import dev.storefront.shortlink.ban.Bans;
import dev.storefront.shortlink.click.Clicks;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkOptions.Devices;
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
import java.util.Optional;
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
  ResponseEntity<String> follow(
      @PathVariable String code, HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
    boolean visit = !HttpMethod.HEAD.matches(request.getMethod());
    StoredLink link = found(code, visit, request);
    if (link.options().isPlain()) {
      return redirect(code, link, link.url(), visit, request);
    }
    if (link.options().passwordHash() != null) {
      requireVisit(code, link, false);
      return PasswordForm.ask();
    }
    requireVisit(code, link, visit);
    return redirect(code, link, destination(link, request), visit, request);
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
    "429 too-many-tries, rate-limited"
  })
  @PublicEndpoint
  @PostMapping(path = "/{code}", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  ResponseEntity<String> unlock(
      @PathVariable String code, HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
    StoredLink link = found(code, true, request);
    @Nullable String hash = link.options().passwordHash();
    if (hash != null) {
      requireVisit(code, link, false);
      Attempt attempt = passwords.attempt(code, hash, said(request), clients.clientOf(request));
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
    requireVisit(code, link, true);
    return redirect(code, link, destination(link, request), true, request);
  }

  private StoredLink found(String code, boolean visit, HttpServletRequest request) {
    admission.admitVisitor(request);
    Optional<Address> address = codes.locate(code);
    Lookup lookup =
        address.isEmpty()
            ? new Lookup.Unknown()
            : visit ? links.visit(address.get()) : links.find(address.get());
    if (lookup instanceof Lookup.Unknown && address.isPresent()) {
      admission.countUnknownCode(request);
    }
    if (!(lookup instanceof Lookup.Found found)) {
      throw refusal(lookup).toException();
    }
    if (isBanned(found.link())) {
      throw Problem.of(HttpStatus.GONE, "banned-host", "This short link was banned.").toException();
    }
    return found.link();
  }

  private boolean isBanned(StoredLink link) {
    Devices devices = link.options().devices();
    return bans.covers(link.url())
        || (devices != null
            && (bans.covers(devices.ios())
                || bans.covers(devices.android())
                || bans.covers(devices.desktop())));
  }

  /** Takes one of the link's visits, if it has a limit; a look takes none. */
  private void requireVisit(String code, StoredLink link, boolean taking) {
    Integer most = link.options().maxVisits();
    if (most != null
        && !(taking ? visits.take(code, link, most) : visits.isLeft(code, link, most))) {
      throw expired("The visits of this short link are used up.").toException();
    }
  }

  private ResponseEntity<String> redirect(
      String code, StoredLink link, String target, boolean visit, HttpServletRequest request) {
    if (visit) {
      clicks.count(
          code,
          link.generation(),
          request.getHeader(HttpHeaders.REFERER),
          request.getHeader(HttpHeaders.USER_AGENT),
          addressOf(request));
    }
    return ResponseEntity.status(HttpStatus.FOUND).header(HttpHeaders.LOCATION, target).build();
  }

  private static String destination(StoredLink link, HttpServletRequest request) {
    return Destination.of(
        link, request.getHeader(HttpHeaders.USER_AGENT), request.getQueryString());
  }

  /** Of the form: what stands in the query comes before it. */
  private static String said(HttpServletRequest request) {
    String[] all = request.getParameterValues(PASSWORD);
    return all == null ? "" : all[all.length - 1];
  }

  /** A visitor who forges a header is followed all the same. */
  private String addressOf(HttpServletRequest request) {
    return clients.of(request).map(IpAddress::text).orElseGet(request::getRemoteAddr);
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
