package dev.storefront.common.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IP address, written one way however it was spelt: IPv4 dotted, also where it came as an IPv6
 * one; IPv6 in eight groups, without zone.
 */
public record IpAddress(String text) {

  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
  private static final Pattern ZONE = Pattern.compile("%[A-Za-z0-9._~-]+$");
  private static final int LONGEST = 45;

  /** Empty for what is no address; never asks a name server. */
  public static Optional<IpAddress> parse(String spelt) {
    String address = withoutZone(spelt);
    if (address.length() > LONGEST
        || !(V4.matcher(address).matches() || V6.matcher(address).matches())) {
      return Optional.empty();
    }
    try {
      return Optional.of(new IpAddress(InetAddress.getByName(address).getHostAddress()));
    } catch (UnknownHostException malformed) {
      return Optional.empty();
    }
  }

  /** 4 or 16 bytes. */
  byte[] bytes() {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("No address: " + text, e);
    }
  }

  /** An IPv6 address of a link names the interface after a percent sign. */
  private static String withoutZone(String address) {
    return address.contains(":") ? ZONE.matcher(address).replaceFirst("") : address;
  }
}
