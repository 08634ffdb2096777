package dev.storefront.shortlink.link;

import com.google.common.base.Ascii;
import dev.storefront.shortlink.ban.BannedHost;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An http or https URL as a browser would ask for it: scheme and host in small letters, the host's
 * name in ASCII, and all that a URL cannot have as it stands percent-encoded behind it. Nothing is
 * normalised there, for a server may tell the one form from the other.
 *
 * @param scheme http or https
 * @param host as it stands in the text, in small letters; of IPv6 with its brackets
 * @param port that of the scheme if none is named
 * @param text ASCII, and a {@link URI}
 */
record WebAddress(String scheme, String host, int port, String text) {

  private static final Pattern WEB = Pattern.compile("(?i)https?:.*", Pattern.DOTALL);

  /** Scheme, user, host, port, and all the rest. */
  private static final Pattern PARTS =
      Pattern.compile(
          "(https?)://(?:([\\w.~!$&'()*+,;=:%\\x{80}-\\x{10FFFF}-]*)@)?"
              + "([^/?#@]*?)(?::(\\d{0,9}))?([/?#].*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern NAME =
      Pattern.compile("(?=.{1,254}$)[0-9A-Za-z_][0-9A-Za-z_-]*(\\.[0-9A-Za-z_-]+)*\\.?");

  /** A label that no name server could be asked for. */
  private static final Pattern TOO_LONG = Pattern.compile("[^.\\u3002\\uFF0E\\uFF61]{64}");

  private static final String NO_HOST = "must name a host";

  private static final Pattern ESCAPE = Pattern.compile("%(?!\\p{XDigit}{2})");
  private static final int LAST_PORT = 65_535;
  private static final String UNRESERVED = "-._~!$&'()*+,;=:@/%";

  /** What is no such URL. */
  static final class NotOneException extends Exception {

    private NotOneException(String reason) {
      super(reason);
    }

    /** For a person, to stand after "The url". */
    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Reads an address.
   *
   * @throws NotOneException if it is none
   */
  static WebAddress parse(String text) throws NotOneException {
    if (text.codePoints().anyMatch(c -> Character.isISOControl(c) || isHalfAPair(c))) {
      throw new NotOneException("must not have control characters or half a surrogate pair");
    }
    if (!text.equals(text.strip()) || text.indexOf('\\') >= 0) {
      throw new NotOneException("must not have a backslash, nor spaces around it");
    }
    if (!WEB.matcher(text).matches()) {
      throw new NotOneException("must be an http or https URL");
    }
    if (ESCAPE.matcher(text).find()) {
      throw new NotOneException("must have two hexadecimal digits after each %");
    }
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      throw new NotOneException(NO_HOST);
    }
    String host = Ascii.toLowerCase(ascii(parts.group(3)));
    String scheme = Ascii.toLowerCase(parts.group(1));
    int number = portOf(scheme, parts.group(4));
    if (number < 1 || number > LAST_PORT) {
      throw new NotOneException("must have a port of 1 to 65535");
    }
    String user = parts.group(2) == null ? "" : encoded(parts.group(2)) + "@";
    String port = parts.group(4) == null ? "" : ":" + parts.group(4);
    String rest = parts.group(5) == null ? "" : encoded(parts.group(5));
    String whole = scheme + "://" + user + host + port + rest;
    try {
      new URI(whole);
    } catch (URISyntaxException e) {
      throw new NotOneException("is not a URL: " + Ascii.toLowerCase(e.getReason()));
    }
    return new WebAddress(scheme, host, number, whole);
  }

  private static boolean isHalfAPair(int c) {
    return Character.getType(c) == Character.SURROGATE;
  }

  private static int portOf(String scheme, @Nullable String digits) {
    if (digits == null || digits.isEmpty()) {
      return scheme.equals("https") ? 443 : 80;
    }
    return Integer.parseInt(digits);
  }

  private static String ascii(String host) throws NotOneException {
    if (host.startsWith("[") && host.endsWith("]")) {
      if (host.indexOf('%') >= 0) {
        throw new NotOneException("must not have a zone, which each machine names its own way");
      }
      return host; // what else stands in it is looked at with the whole
    }
    if (TOO_LONG.matcher(host).find()) {
      throw new NotOneException("must name a host whose parts have at most 63 characters");
    }
    Optional<String> name = name(host, 0);
    if (name.isEmpty() && name(host, IDN.ALLOW_UNASSIGNED).isEmpty()) {
      throw new NotOneException(NO_HOST);
    }
    if (name.isEmpty() || BannedHost.isAmbiguous(host)) {
      throw new NotOneException(
          "has a host that is not the same for all who read it: write it in ASCII, with xn--");
    }
    return name.get();
  }

  /**
   * A host's name in ASCII; empty if it is none.
   *
   * @param flags of {@link IDN}, which knows letters that Unicode had in 2002
   */
  private static Optional<String> name(String host, int flags) {
    try {
      boolean isAscii = StandardCharsets.US_ASCII.newEncoder().canEncode(host);
      String name = isAscii ? host : IDN.toASCII(host, flags);
      return Optional.of(name).filter(text -> NAME.matcher(text).matches());
    } catch (IllegalArgumentException noName) {
      return Optional.empty();
    }
  }

  /** Of a path the first {@code ?} begins the query, of either the first {@code #} the fragment. */
  private static String encoded(String text) {
    StringBuilder ascii = new StringBuilder(text.length());
    String also = "";
    int hash = text.indexOf('#');
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (c == '?' || i == hash) {
        also = "?[]";
        ascii.append((char) c);
      } else if (isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0 || also.indexOf(c) >= 0) {
        ascii.append((char) c);
      } else {
        for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          ascii.append('%').append("%02X".formatted(b));
        }
      }
    }
    return ascii.toString();
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
}
