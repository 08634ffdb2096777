package dev.storefront.shortlink.click;

import dev.storefront.shortlink.agent.Agent;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Clicks of a batch, added up by link, day and kind of visitor. */
final class ClickTally {

  /** Stands for all hosts that are not told one by one; no host of the web has this name. */
  static final String OTHER = "other";

  private static final int LONGEST_HOST = 253;
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final SortedMap<Key, Count> counts = new TreeMap<>();
  private final Map<Day, Set<String>> visitors = new TreeMap<>(Day.ORDER);
  private final SortedMap<Hour, Long> hours = new TreeMap<>(Hour.ORDER);
  private final LatestClicks latest;

  ClickTally(LatestClicks latest) {
    this.latest = latest;
  }

  /**
   * @param referrer the host that a visitor came from, small ASCII letters; empty if none is told
   */
  record Key(Day day, boolean bot, String device, String os, String referrer)
      implements Comparable<Key> {

    /** One order for all writers, so that they never wait for each other in a circle. */
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::day, Day.ORDER)
            .thenComparing(Key::bot)
            .thenComparing(Key::device)
            .thenComparing(Key::os)
            .thenComparing(Key::referrer);

    private Key fromElsewhere() {
      return new Key(day, bot, device, os, OTHER);
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /** A day (UTC) of a link. */
  record Day(String code, int generation, LocalDate day) {

    static final Comparator<Day> ORDER =
        Comparator.comparing(Day::code).thenComparingInt(Day::generation).thenComparing(Day::day);
  }

  /**
   * An hour of a link.
   *
   * @param at when it begins, epoch milliseconds
   */
  record Hour(String code, int generation, long at) {

    static final Comparator<Hour> ORDER =
        Comparator.comparing(Hour::code)
            .thenComparingInt(Hour::generation)
            .thenComparingLong(Hour::at);
  }

  record Count(long clicks, long lastClickedAt) {

    Count plus(Count other) {
      return new Count(clicks + other.clicks, Math.max(lastClickedAt, other.lastClickedAt));
    }
  }

  /** Adds a click, unless it is one of the latest ones. */
  void add(ClickEvent click) {
    if (!latest.add(click.eventId())) {
      return;
    }
    LocalDate date = LocalDate.ofInstant(Instant.ofEpochMilli(click.clickedAt()), ZoneOffset.UTC);
    Day day = new Day(click.code(), click.generation(), date);
    Agent agent = Agent.of(click.userAgent());
    Key key =
        new Key(day, agent.bot(), word(agent.device()), word(agent.os()), hostOf(click.referrer()));
    counts.merge(key, new Count(1, click.clickedAt()), Count::plus);
    if (!agent.bot()) {
      long hour = click.clickedAt() - click.clickedAt() % HOUR;
      hours.merge(new Hour(click.code(), click.generation(), hour), 1L, Long::sum);
    }
    String client = click.client();
    if (!agent.bot() && client != null) {
      visitors.computeIfAbsent(day, none -> new HashSet<>()).add(client);
    }
  }

  /** The latest clicks, with these. */
  LatestClicks latest() {
    return latest;
  }

  /** Days of links to which somebody came from a host that was told. */
  Set<Day> daysWithHosts() {
    return counts.keySet().stream()
        .filter(key -> !key.referrer().isEmpty())
        .map(Key::day)
        .collect(Collectors.toSet());
  }

  /**
   * The counts with at most so many hosts for each day of a link; the others are {@value #OTHER}
   * together. Whoever forges hosts makes no more rows than that.
   *
   * @param known the hosts that there are already; they come first
   */
  SortedMap<Key, Count> counts(int mostHosts, Map<Day, Set<String>> known) {
    Map<Day, Set<String>> hosts = new TreeMap<>(Day.ORDER);
    known.forEach((day, names) -> hosts.put(day, new HashSet<>(names)));
    SortedMap<Key, Count> limited = new TreeMap<>();
    counts.forEach(
        (key, count) -> {
          Set<String> names = hosts.computeIfAbsent(key.day(), none -> new HashSet<>());
          boolean isNamed =
              key.referrer().isEmpty()
                  || names.contains(key.referrer())
                  || (names.size() < mostHosts && names.add(key.referrer()));
          limited.merge(isNamed ? key : key.fromElsewhere(), count, Count::plus);
        });
    return limited;
  }

  /** Visits by hour, without bots. */
  SortedMap<Hour, Long> hours() {
    return hours;
  }

  /** Who came on which day, without bots. */
  Map<Day, Set<String>> visitors() {
    return visitors;
  }

  /** As the API writes it. */
  private static String word(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Some browsers tell the dot of the root, which makes no other host. */
  private static String hostOf(@Nullable String referrer) {
    String host = toldBy(referrer);
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static String toldBy(@Nullable String referrer) {
    if (referrer == null) {
      return "";
    }
    try {
      String host = new URI(referrer).getHost();
      return host == null || host.length() > LONGEST_HOST ? "" : host.toLowerCase(Locale.ROOT);
    } catch (URISyntaxException cutOffOrForged) {
      return hostBefore(referrer);
    }
  }

  /** Of what is no URI as a whole, say because it was cut off. */
  private static String hostBefore(String referrer) {
    int start = referrer.indexOf("://");
    if (start < 0) {
      return "";
    }
    String host = referrer.substring(start + 3).split("[/?#:]", 2)[0].toLowerCase(Locale.ROOT);
    return host.matches("[a-z0-9.-]{1,253}") ? host : "";
  }
}
