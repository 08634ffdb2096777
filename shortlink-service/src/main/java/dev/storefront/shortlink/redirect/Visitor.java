package dev.storefront.shortlink.redirect;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.shortlink.link.StoredLink;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Who follows a link, and how: read at once, for the request may be at an end for the web server's
 * thread before the link is there.
 *
 * @param counts whether this is a visit, which renews the link and is a click
 * @param address where the visitor comes from, as {@link ClientAddresses#textOf} says
 * @param query as it was sent
 */
record Visitor(
    String code,
    boolean counts,
    String address,
    @Nullable String referrer,
    @Nullable String userAgent,
    @Nullable String query) {

  static Visitor of(
      String code, boolean counts, HttpServletRequest request, ClientAddresses clients) {
    return new Visitor(
        code,
        counts,
        clients.textOf(request),
        request.getHeader(HttpHeaders.REFERER),
        request.getHeader(HttpHeaders.USER_AGENT),
        request.getQueryString());
  }

  /** With whom this visitor's tries are counted. */
  String client() {
    return ClientAddresses.clientOf(address);
  }

  /** Where a link with options leads this visitor. */
  String destination(StoredLink link) {
    return Destination.of(link, userAgent, query);
  }
}
