package dev.storefront.shortlink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

@WithBackends(database = "shortlink", namespace = "apps")
@TestPropertySource(
    properties = {
      "storefront.shortlink.apps.ios-app-ids=ABCDE12345.com.example.shop,ABCDE12345.com.example.lite",
      "storefront.shortlink.apps.ios-paths=NOT /api/*,/?????,/??????",
      "storefront.shortlink.apps.android-package=com.example.shop",
      "storefront.shortlink.apps.android-fingerprints=" + AppLinkTest.PRINT
    })
class AppLinkTest extends ShortLinkTest {

  static final String PRINT =
      "14:6d:e9:83:c5:73:06:50:d8:ee:b9:95:2f:34:fc:64:16:a0:83:42:e6:1d:be:a8:8a:04:96:b2:3f:cf:44:e5";

  private static final String APPLE = "/.well-known/apple-app-site-association";
  private static final String ANDROID = "/.well-known/assetlinks.json";
  private static final String WEB = "https://shop.example/p/42";

  @ParameterizedTest
  @ValueSource(strings = {APPLE, ANDROID})
  void is_told_at_once_as_json_whoever_asks_for_whatever(String path) {
    for (String accept : new String[] {"*/*", "text/html", "application/pkcs7-mime"}) {
      Reply told = send("GET", path, null, null, "Accept", accept).isOk();
      assertThat(told.header("Content-Type")).isEqualTo("application/json");
      assertThat(told.header("Cache-Control")).contains("max-age=3600");
    }
  }

  @Test
  void ios_opens_short_links_in_the_apps() {
    Reply told = get(APPLE).isOk();
    assertThat(told.at("/applinks/apps")).isEmpty();
    assertThat(told.at("/applinks/details")).hasSize(2);
    assertThat(told.text("/applinks/details/0/appID")).isEqualTo("ABCDE12345.com.example.shop");
    assertThat(told.list("/applinks/details/1/appIDs"))
        .containsExactly("ABCDE12345.com.example.lite");
    assertThat(told.list("/applinks/details/0/paths"))
        .containsExactly("NOT /api/*", "/?????", "/??????");
    assertThat(told.text("/applinks/details/0/components/0/~1")).isEqualTo("/api/*");
    assertThat(told.at("/applinks/details/0/components/0/exclude").asBoolean()).isTrue();
    assertThat(told.text("/applinks/details/0/components/1/~1")).isEqualTo("/?????");
    assertThat(told.at("/applinks/details/0/components/1").has("exclude")).isFalse();
  }

  @Test
  void android_opens_short_links_in_the_app() {
    Reply told = get(ANDROID).isOk();
    assertThat(told.json()).hasSize(1);
    assertThat(told.list("/0/relation"))
        .containsExactly("delegate_permission/common.handle_all_urls");
    assertThat(told.text("/0/target/namespace")).isEqualTo("android_app");
    assertThat(told.text("/0/target/package_name")).isEqualTo("com.example.shop");
    assertThat(told.list("/0/target/sha256_cert_fingerprints"))
        .containsExactly(PRINT.toUpperCase());
  }

  /** A browser that asks for a short link has no such app, or was told to stay. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari | ios",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) Mobile/20G75 Instagram 300.0 | ios",
        "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Mobile/15E148 | ios",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120.0 Mobile Safari/537 | android",
        "Mozilla/5.0 (Linux; Android 13; SM-X906C; wv) Version/4.0 Chrome/120.0 Safari/537 | android",
        "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) Chrome/99 Mobile Safari/537 | android",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15 | desktop",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0 Safari/537 | desktop",
        "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1 Mobile | web",
        "curl/8.5.0 | web",
        "swcd (unknown version) CFNetwork/1410.0.3 Darwin/22.6.0 | web",
      })
  void where_the_app_is_not_there_a_browser_follows_the_link(String agent, String where) {
    String plain = link(WEB);
    String devices =
        "{\"url\":\"%s\",\"devices\":{\"ios\":\"%s/ios\",\"android\":\"%s/android\",\"desktop\":\"%s/desktop\"}}"
            .formatted(WEB, WEB, WEB, WEB);
    String ruled = send("POST", "/api/v1/links", app(), devices).expect(201).code();
    assertThat(visit(plain, agent)).isEqualTo(WEB);
    assertThat(visit(ruled, agent)).isEqualTo(where.equals("web") ? WEB : WEB + "/" + where);
  }

  private String visit(String code, String agent) {
    return send("GET", "/" + code, null, null, "User-Agent", agent).expect(302).header("Location");
  }
}
