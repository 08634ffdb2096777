package dev.storefront.shortlink.redirect;

import dev.storefront.shortlink.agent.Agent;
import dev.storefront.shortlink.link.LinkOptions;
import dev.storefront.shortlink.link.LinkOptions.Devices;
import dev.storefront.shortlink.link.LinkOptions.Utm;
import dev.storefront.shortlink.link.StoredLink;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a link with options leads a visitor: to the target for the device, with the parameters that
 * the link says, and with those of the visitor's own query that the target does not have by then.
 */
final class Destination {

  /** What browsers send in a query as it stands, and no address may have. */
  private static final Pattern RAW = Pattern.compile("[\"<>\\[\\\\\\]^`{|}]");

  private final String address;
  private final String fragment;
  private final List<String> query = new ArrayList<>();

  private Destination(String url) {
    int hash = url.indexOf('#');
    String whole = hash < 0 ? url : url.substring(0, hash);
    int mark = whole.indexOf('?');
    this.fragment = hash < 0 ? "" : url.substring(hash);
    this.address = mark < 0 ? whole : whole.substring(0, mark);
    addMissing(mark < 0 ? "" : whole.substring(mark + 1));
  }

  /**
   * @param userAgent the visitor's header, null if there is none
   * @param visitorsQuery as it was sent, null if there is none
   */
  static String of(StoredLink link, @Nullable String userAgent, @Nullable String visitorsQuery) {
    LinkOptions options = link.options();
    Devices devices = options.devices();
    Destination destination =
        new Destination(
            devices == null
                ? link.url()
                : targetFor(Agent.of(userAgent), devices).orElse(link.url()));
    if (options.utm() != null) {
      destination.addUtm(options.utm());
    }
    if (Boolean.TRUE.equals(options.forwardQuery()) && visitorsQuery != null) {
      destination.addMissing(
          RAW.matcher(visitorsQuery)
              .replaceAll(raw -> "%%%02X".formatted((int) raw.group().charAt(0))));
    }
    return destination.text();
  }

  private static Optional<String> targetFor(Agent agent, Devices devices) {
    return Optional.ofNullable(
        switch (agent.os()) {
          case IOS -> devices.ios();
          case ANDROID -> devices.android();
          case WINDOWS, MACOS, LINUX, CHROMEOS -> devices.desktop();
          case OTHER -> null;
        });
  }

  private void addUtm(Utm utm) {
    put("utm_source", utm.source());
    put("utm_medium", utm.medium());
    put("utm_campaign", utm.campaign());
    put("utm_term", utm.term());
    put("utm_content", utm.content());
  }

  /** In place of what the target has under that name. */
  private void put(String name, @Nullable String value) {
    if (value != null) {
      query.removeIf(pair -> nameOf(pair).equals(name));
      query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
    }
  }

  private void addMissing(String rawQuery) {
    Set<String> here = query.stream().map(Destination::nameOf).collect(Collectors.toSet());
    for (String pair : rawQuery.split("&", -1)) {
      if (!pair.isEmpty() && !here.contains(nameOf(pair))) {
        query.add(pair);
      }
    }
  }

  private static String nameOf(String pair) {
    int end = pair.indexOf('=');
    String name = end < 0 ? pair : pair.substring(0, end);
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return name;
    }
  }

  private String text() {
    return address + (query.isEmpty() ? "" : "?" + String.join("&", query)) + fragment;
  }
}
