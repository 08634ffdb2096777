package dev.storefront.common.client;

import java.math.BigInteger;

/**
 * The addresses that begin with the same bits.
 *
 * @param bits how many, 0 to 32 or 128
 */
record Network(IpAddress first, int bits) {

  /**
   * @param cidr {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or a single address
   * @throws IllegalArgumentException if it is none of these
   */
  static Network parse(String cidr) {
    int slash = cidr.indexOf('/');
    String address = slash < 0 ? cidr : cidr.substring(0, slash);
    IpAddress first =
        IpAddress.parse(address.trim())
            .orElseThrow(() -> new IllegalArgumentException("No network: '" + cidr + "'"));
    int most = first.bytes().length * Byte.SIZE;
    int bits = slash < 0 ? most : Integer.parseInt(cidr.substring(slash + 1).trim());
    if (bits < 0 || bits > most) {
      throw new IllegalArgumentException("No network: '%s', at most /%d".formatted(cidr, most));
    }
    return new Network(first, bits);
  }

  boolean contains(IpAddress address) {
    byte[] here = first.bytes();
    byte[] there = address.bytes();
    int others = here.length * Byte.SIZE - bits;
    return here.length == there.length
        && new BigInteger(1, here)
            .xor(new BigInteger(1, there))
            .shiftRight(others)
            .equals(BigInteger.ZERO);
  }
}
