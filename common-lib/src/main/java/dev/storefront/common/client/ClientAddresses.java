package dev.storefront.common.client;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The addresses that calls come from: the connection's, or what trusted proxies say in {@code
 * Forwarded} or {@code X-Forwarded-For}.
 */
public final class ClientAddresses {

  private final TrustedProxies proxies;

  ClientAddresses(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  /**
   * Where a call comes from; empty if a trusted proxy says both headers and they disagree: then one
   * of them was not written by a proxy.
   */
  public Optional<IpAddress> of(HttpServletRequest request) {
    // A zone is an interface of this host, whatever it is called.
    String connected = request.getRemoteAddr();
    int zone = connected.indexOf('%');
    IpAddress peer =
        IpAddress.parse(zone < 0 ? connected : connected.substring(0, zone)).orElseThrow();
    if (!proxies.trusts(peer)) {
      return Optional.of(peer);
    }
    List<String> forwarded = lines(request, "Forwarded");
    List<String> plain = lines(request, "X-Forwarded-For");
    IpAddress byForwarded = proxies.origin(peer, ForwardedFor.inForwarded(forwarded));
    IpAddress byPlain = proxies.origin(peer, ForwardedFor.inPlainHeader(plain));
    if (!forwarded.isEmpty() && !plain.isEmpty() && !byForwarded.equals(byPlain)) {
      return Optional.empty();
    }
    return Optional.of(forwarded.isEmpty() ? byPlain : byForwarded);
  }

  /** As {@link #of}, as text; of a caller who forges a header it is the connection's. */
  public String textOf(HttpServletRequest request) {
    return of(request).map(IpAddress::text).orElseGet(request::getRemoteAddr);
  }

  /** Whose calls are counted together, as {@link #clientOf(String)} says. */
  public String clientOf(HttpServletRequest request) {
    return clientOf(textOf(request));
  }

  /**
   * Whose calls are counted together: an address, or of IPv6 the network that begins with the same
   * four groups, for who has one such address has them all.
   *
   * @param address as {@link #textOf} says
   */
  public static String clientOf(String address) {
    String[] groups = address.split(":", 5);
    return groups.length < 5 ? address : String.join(":", Arrays.copyOf(groups, 4));
  }

  private static List<String> lines(HttpServletRequest request, String header) {
    return Collections.list(request.getHeaders(header));
  }
}
