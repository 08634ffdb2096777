package dev.storefront.common.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads for whom proxies forward, the nearest hop last; empty for a hop that cannot be read. */
final class ForwardedFor {

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
      for (String hop : split(line, ',')) {
        hops.add(forWhom(hop));
      }
    }
    return hops;
  }

  private static Optional<IpAddress> forWhom(String hop) {
    for (String pair : split(hop, ';')) {
      int equals = pair.indexOf('=');
      if (equals >= 0 && pair.substring(0, equals).trim().equalsIgnoreCase("for")) {
        return node(pair.substring(equals + 1).replace("\"", "").trim());
      }
    }
    return Optional.empty();
  }

  /**
   * At the separators, but not at those within quotes. A quote that never ends hides what a nearer
   * proxy wrote behind it, so nothing is to be read of the last part.
   */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted && c == '\\') {
        i++;
      } else if (!quoted && c == separator) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(quoted ? "" : text.substring(start));
    return parts;
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
