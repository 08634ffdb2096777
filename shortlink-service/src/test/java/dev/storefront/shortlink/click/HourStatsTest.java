package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.ShortLinkTest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class HourStatsTest extends ShortLinkTest {

  private static final String BOT = "Mozilla/5.0 (compatible; Googlebot/2.1)";

  @Autowired ClickCounts counts;
  @Autowired HourCounts hours;

  private String code = "";

  @BeforeEach
  void make_a_link() {
    code = link("https://example.com/");
  }

  @Test
  void a_visit_shows_in_its_hour() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.HOURS);
    get("/" + code).expect(302);
    get("/" + code).expect(302);
    send("GET", "/" + code, null, null, "User-Agent", BOT).expect(302);
    await().atMost(SOON).until(() -> stats("").number("/clicks") == 3);
    Reply told = hours("");
    assertThat(told.at("/byHour").valueStream().mapToLong(h -> h.at("/visits").asLong()).sum())
        .isEqualTo(2);
    assertThat(Instant.parse(told.text("/byHour/0/hour")))
        .isBetween(before, before.plus(1, ChronoUnit.HOURS));
    assertThat(stats("").json().has("byHour")).isFalse();
  }

  @Test
  void hours_are_told_one_by_one_from_one_time_to_another() {
    Instant noon = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(12, ChronoUnit.HOURS);
    int generation = (int) stats("").number("/generation");
    add(
        generation,
        noon.minusMillis(1),
        noon,
        noon.plusSeconds(3_599),
        noon.plusSeconds(3_600),
        noon.minus(20, ChronoUnit.DAYS));
    add(generation + 1, noon);
    add(generation, noon);

    String from = "?from=" + noon.minusSeconds(1);
    assertThat(told(from + "&to=" + noon.plusSeconds(3_601)))
        .containsExactly(
            noon.minusSeconds(3_600) + " 1", noon + " 3", noon.plusSeconds(3_600) + " 1");
    assertThat(told("?from=" + noon.plusSeconds(1_800) + "&to=" + noon.plusSeconds(3_600)))
        .containsExactly(noon + " 3");
    assertThat(told("?from=" + noon.plusSeconds(7_200) + "&to=%2B999999999-12-31T00:00:00Z"))
        .isEmpty();
    assertThat(told("?from=" + Instant.parse("2001-01-01T00:00:00Z"))).hasSize(4);
    assertThat(told("?to=" + noon.plusSeconds(1)))
        .containsExactly(noon.minusSeconds(3_600) + " 1", noon + " 3");
  }

  @Test
  void an_hour_that_is_kept_no_longer_is_forgotten() {
    Instant now = Instant.now();
    add(1, now.minus(Duration.ofDays(32)), now.minus(Duration.ofDays(30)), now);
    hours.forget();
    assertThat(hours.of(code, 1, Instant.EPOCH, now.plusSeconds(60))).hasSize(2);
  }

  @Test
  void who_asks_for_no_time_or_for_another_ones_link_is_told_so() {
    assertInvalid("?from=yesterday", "from");
    assertInvalid("?from=2026-11-24T10:00:00Z&to=2026-11-24T10:00:00Z", "to");
    String path = "/api/v1/links/" + code + "/stats/hours";
    send("GET", path, TestTokens.service("other-app"), null).expect(403, "not-yours");
    send("GET", "/api/v1/links/zzzzzz/stats/hours", operator(), null).expect(404, "unknown-code");
  }

  private void assertInvalid(String query, String field) {
    send("GET", "/api/v1/links/" + code + "/stats/hours" + query, operator(), null)
        .isInvalid(field);
  }

  private void add(int generation, Instant... times) {
    ClickTally tally = new ClickTally(new LatestClicks());
    for (Instant time : times) {
      long at = time.toEpochMilli();
      tally.add(new ClickEvent(unique(), code, generation, at, null, "it", null));
    }
    counts.add(new TopicPartition("hours-" + unique(), 0), 0, times.length, tally);
  }

  private List<String> told(String query) {
    return hours(query)
        .at("/byHour")
        .valueStream()
        .map(hour -> hour.at("/hour").asString() + " " + hour.at("/visits").asLong())
        .toList();
  }

  private Reply hours(String query) {
    return stats("/hours" + query);
  }

  private Reply stats(String more) {
    return send("GET", "/api/v1/links/" + code + "/stats" + more, operator(), null).isOk();
  }
}
