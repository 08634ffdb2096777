package dev.storefront.shortlink.click;

import dev.storefront.common.database.Retention;
import dev.storefront.shortlink.click.ClickTally.Count;
import dev.storefront.shortlink.click.ClickTally.Day;
import dev.storefront.shortlink.click.ClickTally.Key;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Sums of clicks by day in the database, and how far each partition has been added up. */
@Component
class ClickCounts {

  /** How many hosts that visitors came from a reply has. */
  private static final int MOST_REFERRERS = 100;

  /** How many hosts are told one by one of a link's day. */
  private static final int MOST_HOSTS = 100;

  private static final String OF_PERSONS =
      " FROM click_days WHERE code = ? AND generation = ? AND day BETWEEN ? AND ? AND NOT bot ";
  private static final long MOST_FORGOTTEN = 10_000_000;

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;
  private final HourCounts hours;
  private final ClickProperties properties;
  private final Clock clock;

  ClickCounts(
      JdbcClient jdbc,
      JdbcTemplate batches,
      HourCounts hours,
      ClickProperties properties,
      Clock clock) {
    this.jdbc = jdbc;
    this.batches = batches;
    this.hours = hours;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * Clicks of one generation of a code.
   *
   * @param lastClickedAt when the last of them was
   */
  record Clicked(int generation, long clicks, Instant lastClickedAt) {}

  /**
   * How far a partition was counted.
   *
   * @param nextOffset of the first record that is not in the sums
   * @param latest clicks that are
   */
  record Counted(long nextOffset, LatestClicks latest) {}

  /** Which days of a link. */
  record Range(String code, int generation, LocalDate from, LocalDate to) {}

  /**
   * Visits of one kind.
   *
   * @param name of the kind: a day, a host, a device, an operating system
   */
  record Sum(String name, long visits) {}

  /** How far the partition is in the sums. */
  Counted counted(TopicPartition partition) {
    return jdbc.sql(
            "SELECT next_offset, latest FROM click_progress"
                + " WHERE topic = ? AND topic_partition = ?")
        .params(partition.topic(), partition.partition())
        .query(
            (row, n) ->
                new Counted(row.getLong("next_offset"), LatestClicks.of(row.getBytes("latest"))))
        .optional()
        .orElseGet(() -> new Counted(0, new LatestClicks()));
  }

  /**
   * Adds what the records up to {@code next - 1} say.
   *
   * @param counted the next offset that {@link #counted} told before they were read
   * @throws IllegalStateException if another consumer added some of them meanwhile; then nothing is
   *     added, and reading the batch again counts what is left
   */
  @Transactional(timeout = 10)
  public void add(TopicPartition partition, long counted, long next, ClickTally tally) {
    jdbc.sql(
            "INSERT IGNORE INTO click_progress (topic, topic_partition, next_offset)"
                + " VALUES (?, ?, 0)")
        .params(partition.topic(), partition.partition())
        .update();
    int moved =
        jdbc.sql(
                "UPDATE click_progress SET next_offset = ?, latest = ? WHERE topic = ?"
                    + " AND topic_partition = ? AND next_offset = ?")
            .params(
                next, tally.latest().encoded(), partition.topic(), partition.partition(), counted)
            .update();
    if (moved == 0) {
      throw new IllegalStateException(partition + " was counted by another consumer meanwhile");
    }
    batches.batchUpdate(
        "INSERT INTO click_days (code, generation, day, bot, device, os, referrer, clicks,"
            + " last_clicked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE clicks = clicks + VALUES(clicks),"
            + " last_clicked_at = GREATEST(last_clicked_at, VALUES(last_clicked_at))",
        tally.counts(MOST_HOSTS, hosts(tally.daysWithHosts())).entrySet().stream()
            .map(ClickCounts::row)
            .toList());
    hours.add(tally.hours());
  }

  /** The hosts that visitors came from on these days, and perhaps on more. */
  private Map<Day, Set<String>> hosts(Set<Day> days) {
    Map<Day, Set<String>> hosts = new HashMap<>();
    if (!days.isEmpty()) {
      jdbc.sql(
              "SELECT DISTINCT code, generation, day, referrer FROM click_days WHERE code IN"
                  + " (:codes) AND generation IN (:generations) AND day IN (:days)"
                  + " AND referrer <> ''")
          .param("codes", days.stream().map(Day::code).distinct().toList())
          .param("generations", days.stream().map(Day::generation).distinct().toList())
          .param("days", days.stream().map(Day::day).distinct().toList())
          .query(
              row -> {
                hosts
                    .computeIfAbsent(
                        new Day(
                            row.getString("code"),
                            row.getInt("generation"),
                            row.getObject("day", LocalDate.class)),
                        none -> new HashSet<>())
                    .add(row.getString("referrer"));
              });
    }
    return hosts;
  }

  private static Object[] row(Map.Entry<Key, Count> entry) {
    Key key = entry.getKey();
    return new Object[] {
      key.day().code(),
      key.day().generation(),
      key.day().day(),
      key.bot(),
      key.device(),
      key.os(),
      key.referrer(),
      entry.getValue().clicks(),
      entry.getValue().lastClickedAt()
    };
  }

  /** All generations of a code that were clicked in the days that are kept, oldest first. */
  List<Clicked> of(String code) {
    return jdbc.sql(
            "SELECT generation, SUM(clicks) AS clicks, MAX(last_clicked_at) AS last_clicked_at"
                + " FROM click_days WHERE code = ? GROUP BY generation ORDER BY generation")
        .param(code)
        .query(
            (row, n) ->
                new Clicked(
                    row.getInt("generation"),
                    row.getLong("clicks"),
                    Instant.ofEpochMilli(row.getLong("last_clicked_at"))))
        .list();
  }

  /** Clicks of bots. */
  long bots(Range range) {
    return jdbc.sql(
            "SELECT COALESCE(SUM(clicks), 0) FROM click_days"
                + " WHERE code = ? AND generation = ? AND day BETWEEN ? AND ? AND bot")
        .params(range.code(), range.generation(), range.from(), range.to())
        .query(Long.class)
        .single();
  }

  /** Visits by day, the earliest first. */
  List<Sum> byDay(Range range) {
    return sums(range, "day", "ORDER BY name");
  }

  /** Visits by the host that visitors came from, the most first; empty where none was told. */
  List<Sum> byReferrer(Range range) {
    return sums(range, "referrer", "ORDER BY visits DESC, name LIMIT " + MOST_REFERRERS);
  }

  /** Visits by device, the most first. */
  List<Sum> byDevice(Range range) {
    return sums(range, "device", "ORDER BY visits DESC, name");
  }

  /** Visits by operating system, the most first. */
  List<Sum> byOs(Range range) {
    return sums(range, "os", "ORDER BY visits DESC, name");
  }

  private List<Sum> sums(Range range, String column, String order) {
    return jdbc.sql(
            "SELECT %s AS name, SUM(clicks) AS visits".formatted(column)
                + OF_PERSONS
                + "GROUP BY %s ".formatted(column)
                + order)
        .params(range.code(), range.generation(), range.from(), range.to())
        .query((row, n) -> new Sum(row.getString("name"), row.getLong("visits")))
        .list();
  }

  /** Forgets days that are kept no longer, some of them at a time. */
  @Scheduled(fixedDelayString = "1h", initialDelayString = "5m")
  void forget() {
    LocalDate first = LocalDate.ofInstant(clock.instant().minus(properties.kept()), ZoneOffset.UTC);
    Retention.forget(jdbc, MOST_FORGOTTEN, "DELETE FROM click_days WHERE day < ?", first);
  }
}
