package dev.storefront.shortlink.link;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.StringUtils;

/** A target as whoever made the link most likely wrote it: {@link WebAddress} the other way. */
final class ReadableTarget {

  /** Of most targets nothing is encoded: whoever looks at thousands looks for these first. */
  private static final String ENCODED_BYTE = "%";

  private static final String ENCODED_LABEL = "xn--";
  private static final Pattern LABEL = Pattern.compile("(?<=[.@/])xn--([0-9a-z-]+)");

  private ReadableTarget() {}

  /**
   * The host's name and what stands behind it in their own letters.
   *
   * @param url as it is stored
   * @return empty if it reads as it is stored
   */
  static Optional<String> of(String url) {
    boolean hasBytes = url.contains(ENCODED_BYTE);
    boolean hasLabels = url.contains(ENCODED_LABEL);
    if (!hasBytes && !hasLabels) {
      return Optional.empty();
    }
    String host = hasLabels ? withReadableHost(url) : url;
    return Optional.of(hasBytes ? withReadableBytes(host) : host);
  }

  private static String withReadableHost(String url) {
    int begin = url.indexOf("://") + "://".length();
    int path = url.indexOf('/', begin);
    int end = path < 0 ? url.length() : path;
    // Before the path there may be a query at once; nobody misses labels that are read in one.
    return LABEL
            .matcher(url.substring(0, end))
            .replaceAll(
                label ->
                    Matcher.quoteReplacement(Punycode.decode(label.group(1)).orElse(label.group())))
        + url.substring(end);
  }

  private static String withReadableBytes(String url) {
    try {
      return StringUtils.uriDecode(url, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException storedByOlderRules) {
      return url;
    }
  }
}
