package dev.storefront.shortlink.link;

import com.google.common.net.InetAddresses;
import dev.storefront.common.client.IpAddress;
import dev.storefront.shortlink.ban.BannedHost;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hosts that lead each visitor somewhere else: to their own machine, into their own network. An
 * address says it itself, a name by its ending; no name server is asked, for it may say something
 * else tomorrow.
 */
final class PrivateHost {

  /** Nobody can have these as a name for all the world. */
  private static final Pattern NAME =
      Pattern.compile(
          "(.*\\.)?(localhost|localdomain|local|internal|intranet|private|corp|home|lan"
              + "|home\\.arpa)");

  private static final Pattern LOCALHOST = Pattern.compile("(.*\\.)?localhost");

  private PrivateHost() {}

  /**
   * True of a host that is private.
   *
   * @param host as a target has it: of IPv6 with its brackets, of IPv4 in decimal
   */
  static boolean is(String host) {
    String name = BannedHost.normalized(host);
    return address(name).map(PrivateHost::isPrivate).orElseGet(() -> NAME.matcher(name).matches());
  }

  /**
   * True of a host that leads whoever asks to their own machine. Systems take the unspecified
   * address for it too.
   *
   * @param host as above
   */
  static boolean isThisMachine(String host) {
    String name = BannedHost.normalized(host);
    return address(name)
        .map(ip -> ip.isLoopbackAddress() || ip.isAnyLocalAddress())
        .orElseGet(() -> LOCALHOST.matcher(name).matches());
  }

  private static Optional<InetAddress> address(String name) {
    String address = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    return IpAddress.parse(address).map(ip -> InetAddresses.forString(ip.text()));
  }

  private static boolean isPrivate(InetAddress address) {
    return address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || (address instanceof Inet6Address six ? isPrivate(six) : isPrivate(address.getAddress()));
  }

  /** IPv4: "this" network, carriers' own, protocols' own, for measurements, reserved. */
  private static boolean isPrivate(byte[] four) {
    int first = four[0] & 0xFF;
    int second = four[1] & 0xFF;
    return first == 0
        || (first == 100 && second >= 64 && second < 128)
        || (first == 192 && second == 0 && four[2] == 0)
        || (first == 198 && (second == 18 || second == 19))
        || first >= 240;
  }

  /** Unique-local ones, and those that have a private IPv4 address in them. */
  private static boolean isPrivate(Inet6Address six) {
    byte[] bytes = six.getAddress();
    if ((bytes[0] & 0xFE) == 0xFC) {
      return true;
    }
    if (isNat64(bytes)) {
      return isPrivate(
          InetAddresses.forString(
              "%d.%d.%d.%d"
                  .formatted(
                      bytes[12] & 0xFF, bytes[13] & 0xFF, bytes[14] & 0xFF, bytes[15] & 0xFF)));
    }
    return InetAddresses.hasEmbeddedIPv4ClientAddress(six)
        && isPrivate(InetAddresses.getEmbeddedIPv4ClientAddress(six));
  }

  /** 64:ff9b::/32: both prefixes of NAT64 begin so. */
  private static boolean isNat64(byte[] bytes) {
    return bytes[0] == 0
        && bytes[1] == 0x64
        && (bytes[2] & 0xFF) == 0xFF
        && (bytes[3] & 0xFF) == 0x9B;
  }
}
