package dev.storefront.shortlink.app;

import dev.storefront.shortlink.ShortLinkTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoAppTest extends ShortLinkTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"})
  void nothing_is_told_where_there_is_no_app(String path) {
    get(path).expect(404, "not-found");
  }
}
