package dev.storefront.shortlink.link;

import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.link.LinkOptions.Devices;
import dev.storefront.shortlink.link.LinkOptions.Utm;
import dev.storefront.shortlink.password.Passwords;
import jakarta.validation.Validator;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Turns what a caller wants of a link into terms, or says what is wrong with it. */
@Component
class LinkRules {

  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final int MOST_VISITS = 1_000_000_000;
  private static final Pattern TAG = Pattern.compile("[^\\p{Cntrl}\\p{Cs}]+");
  private static final Pattern NO_TEXT = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");
  private static final String OVER_AT_ITS_START = "must lie before expiresAt";
  private static final Utm NO_UTM = new Utm(null, null, null, null, null);
  private static final Devices NO_DEVICES = new Devices(null, null, null);

  private final TargetUrl targets;
  private final Passwords passwords;
  private final Validator validator;
  private final Clock clock;

  LinkRules(TargetUrl targets, Passwords passwords, Validator validator, Clock clock) {
    this.targets = targets;
    this.passwords = passwords;
    this.validator = validator;
    this.clock = clock;
  }

  /** The terms of a new link; null, or not to be used, if there are {@code objections}. */
  @Nullable LinkTerms check(NewLinkRequest wanted, Objections objections) {
    constraints(wanted, objections);
    @Nullable String url = target("url", wanted.url(), objections);
    LinkOptions options =
        new LinkOptions(
            start(wanted.validFrom(), objections),
            visits(wanted.maxVisits(), objections),
            tags(wanted.tags(), objections),
            hash(wanted.password(), objections),
            utm(wanted.utm(), objections),
            Boolean.TRUE.equals(wanted.forwardQuery()) ? Boolean.TRUE : null,
            devices(wanted.devices(), objections));
    @Nullable Instant end = future(wanted.expiresAt(), objections);
    if (isOverAtItsStart(options.validFrom(), end)) {
      objections.add("validFrom", OVER_AT_ITS_START);
    }
    return url == null ? null : new LinkTerms(url, end, options);
  }

  /** What the request's own record says. */
  private void constraints(Object wanted, Objections objections) {
    validator.validate(wanted).stream()
        .sorted(Comparator.comparing(violation -> violation.getPropertyPath().toString()))
        .forEach(v -> objections.add(v.getPropertyPath().toString(), v.getMessage()));
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
    Objections objections = new Objections();
    if (change.isEmpty()) {
      objections.add("body", "must have something to change");
    }
    constraints(change, objections);
    @Nullable String url =
        change.url() == null ? null : target("url", value(change.url()), objections);
    @Nullable Instant from = start(value(change.validFrom()), objections);
    @Nullable Instant end = future(value(change.expiresAt()), objections);
    @Nullable Integer visits = visits(value(change.maxVisits()), objections);
    List<String> tags = tags(value(change.tags()), objections);
    @Nullable String hash = hash(value(change.password()), objections);
    @Nullable Utm utm = utm(value(change.utm()), objections);
    boolean forwards = Boolean.TRUE.equals(value(change.forwardQuery()));
    @Nullable Devices devices = devices(value(change.devices()), objections);
    if (isOverAtItsStart(from, end)) {
      objections.add("validFrom", OVER_AT_ITS_START);
    }
    objections.refuse();
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
      throw Problem.invalid("validFrom", OVER_AT_ITS_START).toException();
    }
    return next;
  }

  private static <T> @Nullable T value(@Nullable Optional<T> member) {
    return member == null ? null : member.orElse(null);
  }

  private @Nullable String target(String field, @Nullable String url, Objections objections) {
    TargetUrl.Check check = targets.check(url);
    if (check instanceof TargetUrl.Check.Good good) {
      return good.url();
    }
    if (check instanceof TargetUrl.Check.Banned banned) {
      objections.add(banned);
    } else if (check instanceof TargetUrl.Check.Bad bad) {
      objections.add(field, bad.reason());
    }
    return null;
  }

  private @Nullable Devices devices(@Nullable Devices wanted, Objections objections) {
    if (wanted == null || wanted.equals(NO_DEVICES)) {
      return null;
    }
    return new Devices(
        deviceTarget("devices.ios", wanted.ios(), objections),
        deviceTarget("devices.android", wanted.android(), objections),
        deviceTarget("devices.desktop", wanted.desktop(), objections));
  }

  private @Nullable String deviceTarget(String field, @Nullable String url, Objections objections) {
    return url == null ? null : target(field, url, objections);
  }

  private static @Nullable Utm utm(@Nullable Utm wanted, Objections objections) {
    if (wanted == null || wanted.equals(NO_UTM)) {
      return null;
    }
    text("utm.source", wanted.source(), objections);
    text("utm.medium", wanted.medium(), objections);
    text("utm.campaign", wanted.campaign(), objections);
    text("utm.term", wanted.term(), objections);
    text("utm.content", wanted.content(), objections);
    return wanted;
  }

  private static void text(String field, @Nullable String value, Objections objections) {
    if (value != null && NO_TEXT.matcher(value).find()) {
      objections.add(field, "must not have control characters or half a surrogate pair");
    }
  }

  private static @Nullable Integer visits(@Nullable Integer most, Objections objections) {
    if (most != null && (most < 1 || most > MOST_VISITS)) {
      objections.add("maxVisits", "must be 1 to " + MOST_VISITS);
    }
    return most;
  }

  private static List<String> tags(@Nullable List<String> tags, Objections objections) {
    if (tags == null) {
      return List.of();
    }
    if (tags.size() > LinkOptions.MOST_TAGS) {
      objections.add("tags", "must be at most " + LinkOptions.MOST_TAGS);
    }
    // A longer list is wrong by itself; its answer need not be as long.
    for (int i = 0; i < Math.min(tags.size(), LinkOptions.MOST_TAGS); i++) {
      if (!isTag(tags.get(i))) {
        objections.add(
            "tags[" + i + "]", "must have 1 to " + LinkOptions.LONGEST_TAG + " characters");
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

  private @Nullable String hash(@Nullable String password, Objections objections) {
    if (password == null) {
      return null;
    }
    if (!Passwords.allows(password)) {
      objections.add("password", "must have 1 to 72 bytes");
      return null;
    }
    return passwords.hash(password);
  }

  private @Nullable Instant future(@Nullable Instant time, Objections objections) {
    return time(
        "expiresAt", time, clock.instant(), "must lie ahead, before the year 10000", objections);
  }

  private static @Nullable Instant start(@Nullable Instant time, Objections objections) {
    return time("validFrom", time, FIRST, "must have a year of four digits", objections);
  }

  private static @Nullable Instant time(
      String field, @Nullable Instant time, Instant after, String rule, Objections objections) {
    if (time != null && (!time.isAfter(after) || time.isAfter(LAST))) {
      objections.add(field, rule);
      return null;
    }
    return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
  }
}
