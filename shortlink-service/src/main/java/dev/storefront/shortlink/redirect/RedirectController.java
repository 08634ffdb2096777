package dev.storefront.shortlink.redirect;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.client.IpAddress;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.click.Clicks;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkReader;
import dev.storefront.shortlink.link.Lookup;
import dev.storefront.shortlink.link.StoredLink;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
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

  private final CodeBook codes;
  private final LinkReader links;
  private final Clicks clicks;
  private final ClientAddresses clients;

  RedirectController(CodeBook codes, LinkReader links, Clicks clicks, ClientAddresses clients) {
    this.codes = codes;
    this.links = links;
    this.clicks = clicks;
    this.clients = clients;
  }

  @Operation(
      summary = "Follows a short link",
      description =
          "404 `unknown-code`; 410 `expired-code`. A GET renews the link and counts as a click; a"
              + " HEAD does neither.",
      responses = @ApiResponse(responseCode = "302", description = "Location is the target"))
  @Answers({"404 unknown-code", "410 expired-code"})
  @PublicEndpoint
  @GetMapping("/{code}")
  ResponseEntity<Void> follow(
      @PathVariable String code, HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
    boolean visit = !HttpMethod.HEAD.matches(request.getMethod());
    Lookup lookup = lookUp(code, visit);
    if (lookup instanceof Lookup.Found found) {
      if (visit) {
        count(code, found.link(), request);
      }
      return ResponseEntity.status(HttpStatus.FOUND)
          .header(HttpHeaders.LOCATION, found.link().url())
          .build();
    }
    throw refusal(lookup).toException();
  }

  private Lookup lookUp(String code, boolean visit) {
    Optional<Address> address = codes.locate(code);
    if (address.isEmpty()) {
      return new Lookup.Unknown();
    }
    return visit ? links.visit(address.get()) : links.find(address.get());
  }

  private void count(String code, StoredLink link, HttpServletRequest request) {
    clicks.count(
        code,
        link.generation(),
        request.getHeader(HttpHeaders.REFERER),
        request.getHeader(HttpHeaders.USER_AGENT),
        // A visitor who forges a header is followed all the same.
        clients.of(request).map(IpAddress::text).orElseGet(request::getRemoteAddr));
  }

  private static Problem refusal(Lookup lookup) {
    return lookup instanceof Lookup.Expired
        ? Problem.of(HttpStatus.GONE, "expired-code", "This short link has expired.")
        : Problem.of(
            HttpStatus.NOT_FOUND, "unknown-code", "There is no short link under this code.");
  }
}
