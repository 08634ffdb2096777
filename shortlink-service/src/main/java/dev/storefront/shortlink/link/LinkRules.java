package dev.storefront.shortlink.link;

import dev.storefront.common.web.InvalidField;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.link.LinkOptions.Devices;
import dev.storefront.shortlink.link.LinkOptions.Utm;
import dev.storefront.shortlink.password.Passwords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Turns what a caller wants of a link into terms, or says what is wrong with it. */
@Component
class LinkRules {

  private static final Duration LONGEST_LIFE = Duration.ofDays(3660);
  private static final int MOST_VISITS = 1_000_000_000;
  private static final Pattern TAG = Pattern.compile("[^\\p{Cntrl}]+");
  private static final InvalidField OVER_AT_ITS_START =
      new InvalidField("validFrom", "must lie before expiresAt");
  private static final Utm NO_UTM = new Utm(null, null, null, null, null);
  private static final Devices NO_DEVICES = new Devices(null, null, null);

  private final TargetUrl targets;
  private final Passwords passwords;
  private final Clock clock;

  LinkRules(TargetUrl targets, Passwords passwords, Clock clock) {
    this.targets = targets;
    this.passwords = passwords;
    this.clock = clock;
  }

  /**
   * The terms of a new link; null if {@code errors} has something.
   *
   * @throws dev.storefront.common.web.ProblemException 400 {@code banned-host}
   */
  @Nullable LinkTerms check(NewLinkRequest wanted, List<InvalidField> errors) {
    @Nullable String url = target("url", wanted.url(), errors);
    LinkOptions options =
        new LinkOptions(
            start(wanted.validFrom(), errors),
            visits(wanted.maxVisits(), errors),
            tags(wanted.tags(), errors),
            hash(wanted.password(), errors),
            utm(wanted.utm()),
            Boolean.TRUE.equals(wanted.forwardQuery()) ? Boolean.TRUE : null,
            devices(wanted.devices(), errors));
    @Nullable Instant end = future(wanted.expiresAt(), errors);
    if (isOverAtItsStart(options.validFrom(), end)) {
      errors.add(OVER_AT_ITS_START);
    }
    return url == null || !errors.isEmpty() ? null : new LinkTerms(url, end, options);
  }

  private static boolean isOverAtItsStart(@Nullable Instant from, @Nullable Instant end) {
    return from != null && end != null && !from.isBefore(end);
  }

  /**
   * What a change makes of a link's terms; 400 there too, if the change and the link together make
   * one that is over before it begins.
   *
   * @throws dev.storefront.common.web.ProblemException 400 if it is no good
   */
  UnaryOperator<LinkTerms> check(LinkChange change) {
    List<InvalidField> errors = new ArrayList<>();
    if (change.isEmpty()) {
      errors.add(new InvalidField("body", "must have something to change"));
    }
    @Nullable String url = change.url() == null ? null : target("url", value(change.url()), errors);
    @Nullable Instant from = start(value(change.validFrom()), errors);
    @Nullable Instant end = future(value(change.expiresAt()), errors);
    @Nullable Integer visits = visits(value(change.maxVisits()), errors);
    List<String> tags = tags(value(change.tags()), errors);
    @Nullable String hash = hash(value(change.password()), errors);
    @Nullable Utm utm = utm(value(change.utm()));
    boolean forwards = Boolean.TRUE.equals(value(change.forwardQuery()));
    @Nullable Devices devices = devices(value(change.devices()), errors);
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    return terms ->
        checkedTimes(
            change,
            new LinkTerms(
                url == null ? terms.url() : url,
                change.expiresAt() == null ? terms.expiresAt() : end,
                new LinkOptions(
                    change.validFrom() == null ? terms.options().validFrom() : from,
                    change.maxVisits() == null ? terms.options().maxVisits() : visits,
                    change.tags() == null ? terms.options().tags() : tags,
                    change.password() == null ? terms.options().passwordHash() : hash,
                    change.utm() == null ? terms.options().utm() : utm,
                    change.forwardQuery() == null
                        ? terms.options().forwardQuery()
                        : forwards ? Boolean.TRUE : null,
                    change.devices() == null ? terms.options().devices() : devices)));
  }

  /** Of a change of something else, times stay as they were found. */
  private static LinkTerms checkedTimes(LinkChange change, LinkTerms next) {
    boolean timesChange = change.validFrom() != null || change.expiresAt() != null;
    if (timesChange && isOverAtItsStart(next.options().validFrom(), next.expiresAt())) {
      throw InvalidField.problem(List.of(OVER_AT_ITS_START)).toException();
    }
    return next;
  }

  private static <T> @Nullable T value(@Nullable Optional<T> member) {
    return member == null ? null : member.orElse(null);
  }

  private @Nullable String target(String field, @Nullable String url, List<InvalidField> errors) {
    TargetUrl.Check check = targets.check(url);
    if (check instanceof TargetUrl.Check.Good good) {
      return good.url();
    }
    if (check instanceof TargetUrl.Check.Banned banned) {
      throw Problem.of(HttpStatus.BAD_REQUEST, "banned-host", banned.detail()).toException();
    }
    errors.add(new InvalidField(field, ((TargetUrl.Check.Bad) check).reason()));
    return null;
  }

  private @Nullable Devices devices(@Nullable Devices wanted, List<InvalidField> errors) {
    if (wanted == null || wanted.equals(NO_DEVICES)) {
      return null;
    }
    return new Devices(
        deviceTarget("devices.ios", wanted.ios(), errors),
        deviceTarget("devices.android", wanted.android(), errors),
        deviceTarget("devices.desktop", wanted.desktop(), errors));
  }

  private @Nullable String deviceTarget(
      String field, @Nullable String url, List<InvalidField> errors) {
    return url == null ? null : target(field, url, errors);
  }

  private static @Nullable Utm utm(@Nullable Utm wanted) {
    return NO_UTM.equals(wanted) ? null : wanted;
  }

  private static @Nullable Integer visits(@Nullable Integer most, List<InvalidField> errors) {
    if (most != null && (most < 1 || most > MOST_VISITS)) {
      errors.add(new InvalidField("maxVisits", "must be 1 to " + MOST_VISITS));
    }
    return most;
  }

  private static List<String> tags(@Nullable List<String> tags, List<InvalidField> errors) {
    if (tags == null) {
      return List.of();
    }
    if (tags.size() > LinkOptions.MOST_TAGS) {
      errors.add(new InvalidField("tags", "must be at most " + LinkOptions.MOST_TAGS));
    }
    for (int i = 0; i < tags.size(); i++) {
      if (!isTag(tags.get(i))) {
        errors.add(
            new InvalidField(
                "tags[" + i + "]", "must have 1 to " + LinkOptions.LONGEST_TAG + " characters"));
        return List.of();
      }
    }
    return tags;
  }

  /** Measured as an event's reader measures it, which tells an emoji as two characters. */
  private static boolean isTag(@Nullable String tag) {
    return tag != null
        && tag.length() <= LinkOptions.LONGEST_TAG
        && !tag.isBlank()
        && TAG.matcher(tag).matches();
  }

  private @Nullable String hash(@Nullable String password, List<InvalidField> errors) {
    if (password == null) {
      return null;
    }
    if (!Passwords.allows(password)) {
      errors.add(new InvalidField("password", "must have 1 to 72 bytes"));
      return null;
    }
    return passwords.hash(password);
  }

  private @Nullable Instant future(@Nullable Instant time, List<InvalidField> errors) {
    String rule = "must lie ahead, at most ten years";
    return time("expiresAt", time, clock.instant(), rule, errors);
  }

  private @Nullable Instant start(@Nullable Instant time, List<InvalidField> errors) {
    return time("validFrom", time, Instant.MIN, "must be at most ten years from now", errors);
  }

  private @Nullable Instant time(
      String field, @Nullable Instant time, Instant after, String rule, List<InvalidField> errors) {
    if (time != null && (!time.isAfter(after) || isFarOff(time))) {
      errors.add(new InvalidField(field, rule));
      return null;
    }
    return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
  }

  private boolean isFarOff(Instant time) {
    return Duration.between(clock.instant(), time).abs().compareTo(LONGEST_LIFE) > 0;
  }
}
