package dev.storefront.shortlink.ban;

import dev.storefront.common.client.IpAddress;
import java.net.IDN;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a host is written, so that one host is always one text: of bans, and of targets. */
public final class BannedHost {

  private static final Pattern SHAPE =
      Pattern.compile("(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*(\\.[a-z0-9_-]+)*)|\\[[0-9a-f:.]{2,45}]");

  /** The two standards for names take these for different hosts: ß, final sigma, joiners. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[\\u00DF\\u03C2\\u200C\\u200D]");

  /** Such a host is an address or nothing: browsers read it as a number. */
  private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(.*\\.)?\\d+");

  private static final Pattern PORT = Pattern.compile(":\\d*$");

  private BannedHost() {}

  /** Empty for what is no host. An IPv6 address needs no brackets. */
  static Optional<String> parse(String text) {
    try {
      // A name has no colon, and none with a port is taken for an address.
      boolean isBare = text.contains(":") && IpAddress.parse(text).isPresent();
      String spelt = isBare ? "[" + text + "]" : text;
      String host = normalized(spelt.startsWith("[") ? spelt : IDN.toASCII(text));
      return SHAPE.matcher(host).matches() && !isAmbiguous(text) && !isHalfAnAddress(host)
          ? Optional.of(host)
          : Optional.empty();
    } catch (IllegalArgumentException noName) {
      return Optional.empty();
    }
  }

  private static boolean isHalfAnAddress(String host) {
    return ENDS_IN_A_NUMBER.matcher(host).matches() && IpAddress.parse(host).isEmpty();
  }

  /** True for an IPv4 address, which lies below no other host. */
  static boolean isAddress(String host) {
    return Character.isDigit(host.charAt(host.length() - 1)) && IpAddress.parse(host).isPresent();
  }

  /** True if it would be another host to some than to others. Neither a ban nor a target has it. */
  public static boolean isAmbiguous(String host) {
    return AMBIGUOUS.matcher(host).find();
  }

  /** The host of a target; Java knows none with an underscore in its name. */
  static String of(URI target) {
    if (target.getHost() != null) {
      return target.getHost();
    }
    String authority = String.valueOf(target.getRawAuthority());
    return PORT.matcher(authority.substring(authority.lastIndexOf('@') + 1)).replaceFirst("");
  }

  /** In small letters, without the dot of the root; an IPv6 address in one spelling. */
  public static String normalized(String host) {
    if (host.startsWith("[") && host.endsWith("]")) {
      return IpAddress.parse(host.substring(1, host.length() - 1))
          .map(
              address -> address.text().contains(":") ? "[" + address.text() + "]" : address.text())
          .orElse(host.toLowerCase(Locale.ROOT));
    }
    String small = host.toLowerCase(Locale.ROOT);
    return small.endsWith(".") ? small.substring(0, small.length() - 1) : small;
  }
}
