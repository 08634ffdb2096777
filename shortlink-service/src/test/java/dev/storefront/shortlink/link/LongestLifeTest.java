package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongestLifeTest extends ShortLinkTest {

  private static final String LINKS = "/api/v1/links";
  private static final String URL = "https://example.com/";

  @ParameterizedTest
  @CsvSource({
    "expiresAt, 5, 29, 5",
    "expiresAt, 5, 31, 7",
    "validFrom, 5, 29, 5",
    "validFrom, 5, 31, 7",
    "expiresAt, 6, 364, 6",
    "expiresAt, 6, 366, 7",
    "validFrom, 6, 366, 7",
    "expiresAt, 7, 3660, 7"
  })
  void a_link_that_is_to_live_for_long_gets_a_long_code(String field, int tier, int days, int got) {
    Reply made =
        create("{\"url\":\"%s\",\"tier\":%d,\"%s\":\"%s\"}".formatted(URL, tier, field, in(days)));
    assertThat(made.expect(201).number("/tier")).isEqualTo(got);
    assertThat(made.code()).hasSize(got);
    get("/" + made.code()).expect(field.equals("expiresAt") ? 302 : 404);
  }

  @Test
  void a_change_keeps_the_code_however_long_the_link_is_to_live() {
    String wanted = "{\"url\":\"%s\",\"tier\":5}".formatted(URL);
    String code = create(wanted).expect(201).code();
    String later = "{\"expiresAt\":\"%s\"}".formatted(in(2_000));
    // Redis forgets links of five letters within seconds here; then it is HBase's turn.
    await()
        .atMost(SOON)
        .untilAsserted(() -> send("PATCH", LINKS + "/" + code, app(), later).isOk());
    get("/" + code).expect(302);
  }

  @Test
  void a_slug_keeps_nothing_but_itself_and_may_live_for_ever() {
    String slug = "life-" + unique().substring(0, 8);
    create("{\"url\":\"%s\",\"slug\":\"%s\",\"expiresAt\":\"%s\"}".formatted(URL, slug, in(2_000)))
        .expect(201);
    String later = "{\"expiresAt\":\"%s\"}".formatted(in(3_000));
    send("PATCH", LINKS + "/" + slug, app(), later).isOk();
    String seven = create("{\"url\":\"%s\",\"tier\":7}".formatted(URL)).expect(201).code();
    send("PATCH", LINKS + "/" + seven, app(), later).isOk();
  }

  private static Instant in(int days) {
    return Instant.now().plus(Duration.ofDays(days));
  }

  private Reply create(String body) {
    return send("POST", LINKS, app(), body);
  }
}
