package dev.storefront.shortlink.link;

import dev.storefront.common.client.IpAddress;
import dev.storefront.shortlink.ban.AllowedHosts;
import dev.storefront.shortlink.ban.BannedHost;
import dev.storefront.shortlink.ban.Bans;
import dev.storefront.shortlink.code.LinkProperties;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides which targets a link may have. */
@Component
class TargetUrl {

  /** Longest target, in characters after encoding. */
  static final int LONGEST = 2048;

  /** What ends in a number is an address. */
  private static final Pattern NUMBER =
      Pattern.compile("(.*\\.)?(\\d+|0x\\p{XDigit}*)\\.?", Pattern.CASE_INSENSITIVE);

  private final LinkProperties links;
  private final TargetProperties settings;
  private final Bans bans;
  private final AllowedHosts allowed;

  TargetUrl(LinkProperties links, TargetProperties settings, Bans bans, AllowedHosts allowed) {
    this.links = links;
    this.settings = settings;
    this.bans = bans;
    this.allowed = allowed;
  }

  /** A target's outcome. */
  sealed interface Check {

    /**
     * @param url as it is stored and sent, ASCII
     */
    record Good(String url) implements Check {}

    /**
     * @param reason for a person
     */
    record Bad(String reason) implements Check {}

    /** A good one, on a host that operators have banned, or have not allowed. */
    record Banned(String host) implements Check {

      /** For a person. */
      String detail() {
        return "Links to %s are refused.".formatted(host);
      }
    }
  }

  Check check(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return new Check.Bad("is required");
    }
    if (text.length() > LONGEST) {
      return new Check.Bad("must have at most " + LONGEST + " characters");
    }
    try {
      return check(WebAddress.parse(text));
    } catch (WebAddress.NotOneException e) {
      return new Check.Bad(e.reason());
    }
  }

  private Check check(WebAddress target) {
    if (isOddNumber(target.host())) {
      return new Check.Bad("must spell an address as 203.0.113.7, in decimal");
    }
    if (isOurs(target)) {
      return new Check.Bad("must not lead back to this service");
    }
    if (target.text().length() > LONGEST) {
      return new Check.Bad("must have at most " + LONGEST + " characters");
    }
    return checkHost(target.host()).orElseGet(() -> new Check.Good(target.text()));
  }

  /** What is wrong with a host; operators may vouch for one, but a ban counts all the same. */
  private Optional<Check> checkHost(String host) {
    if (!settings.privateNetworks() && PrivateHost.is(host) && !allowed.vouchesFor(host)) {
      return Optional.of(new Check.Bad("must not lead into a private network"));
    }
    Optional<String> fault = settings.lookalikes() ? Optional.empty() : Lookalike.fault(host);
    if (fault.isPresent() && !allowed.vouchesFor(host)) {
      return Optional.of(new Check.Bad(fault.get()));
    }
    return bans.coversHost(host) || allowed.excludes(host)
        ? Optional.of(new Check.Banned(host))
        : Optional.empty();
  }

  /** Browsers take {@code 0x7f000001} for an address; no ban would find it. */
  private static boolean isOddNumber(String host) {
    return NUMBER.matcher(host).matches() && IpAddress.parse(host).isEmpty();
  }

  /**
   * This machine is ours at the base URL's port, whether private networks may be targets or not.
   */
  private boolean isOurs(WebAddress target) {
    URI base = links.baseUrl();
    boolean isSecure = "https".equalsIgnoreCase(base.getScheme());
    int port = base.getPort() >= 0 ? base.getPort() : isSecure ? 443 : 80;
    String host = BannedHost.normalized(target.host());
    return target.port() == port
        && (PrivateHost.isThisMachine(host)
            || Stream.concat(Stream.of(String.valueOf(base.getHost())), links.ownHosts().stream())
                .map(BannedHost::normalized)
                .anyMatch(host::equals));
  }
}
