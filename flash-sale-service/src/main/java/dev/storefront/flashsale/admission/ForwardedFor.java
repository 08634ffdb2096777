package dev.storefront.flashsale.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads for whom proxies forward, the nearest hop last; empty for a hop that cannot be read. */
final class ForwardedFor {

  /** What stands between commas, but not within quotes. */
  private static final Pattern ELEMENT = Pattern.compile("(?:[^,\"]|\"(?:[^\"\\\\]|\\\\.)*+\"?)+");

  private static final Pattern FOR =
      Pattern.compile("(?i)(?:^|;)\\s*for\\s*=\\s*(\"[^\"]*\"|[^;\\s]*)");

  /** An address with or without port: {@code 192.0.2.1:80}, {@code [2001:db8::1]:80}. */
  private static final Pattern NODE =
      Pattern.compile("\\[([^\\]]*)\\](?::\\d{1,5})?|([^:]*):\\d{1,5}|(.*)");

  private ForwardedFor() {}

  /**
   * @param lines of {@code X-Forwarded-For}, in their order
   */
  static List<Optional<IpAddress>> inPlainHeader(List<String> lines) {
    List<Optional<IpAddress>> hops = new ArrayList<>();
    for (String line : lines) {
      for (String hop : line.split(",", -1)) {
        hops.add(node(hop.trim()));
      }
    }
    return hops;
  }

  /**
   * @param lines of {@code Forwarded} (RFC 7239), in their order
   */
  static List<Optional<IpAddress>> inForwarded(List<String> lines) {
    List<Optional<IpAddress>> hops = new ArrayList<>();
    for (String line : lines) {
      Matcher elements = ELEMENT.matcher(line);
      while (elements.find()) {
        Matcher forWhom = FOR.matcher(elements.group());
        hops.add(
            forWhom.find() ? node(forWhom.group(1).replace("\"", "").trim()) : Optional.empty());
      }
    }
    return hops;
  }

  private static Optional<IpAddress> node(String text) {
    Matcher node = NODE.matcher(text);
    if (!node.matches()) {
      return Optional.empty();
    }
    String address =
        node.group(1) != null ? node.group(1) : node.group(2) != null ? node.group(2) : text;
    return IpAddress.parse(address);
  }
}
