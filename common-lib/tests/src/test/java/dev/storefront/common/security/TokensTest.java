package dev.storefront.common.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.SampleApplication;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.localstack.testing.WithBackends;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Tokens that come again and again, and headers that are none of them. */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "common")
class TokensTest {

  @LocalServerPort int port;
  HttpCalls http;

  @BeforeEach
  void connect() {
    http = new HttpCalls(port);
  }

  @Test
  void who_has_a_known_token_but_for_one_character_is_nobody() throws Exception {
    String token = TestTokens.user("alice");
    for (int round = 0; round < 3; round++) {
      assertThat(me("Bearer " + token).body()).contains("alice");
      char first = token.charAt(token.length() - 20);
      String forged =
          token.substring(0, token.length() - 20)
              + (first == 'A' ? 'B' : 'A')
              + token.substring(token.length() - 19);
      assertThat(me("Bearer " + forged).statusCode()).isEqualTo(401);
      assertThat(me("Bearer " + TestTokens.user("bob")).body()).contains("bob");
    }
  }

  @Test
  void a_scheme_ignores_case() throws Exception {
    for (String scheme : List.of("Bearer", "bearer", "BEARER")) {
      assertThat(me(scheme + " " + TestTokens.user("alice")).body()).contains("alice");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer", "Bearer a b", "Bearer a,b", "Bearer \u00e9", "Bearer ==", "x"})
  void what_is_no_token_is_401(String header) throws Exception {
    HttpResponse<String> reply = me(header);
    assertThat(reply.statusCode()).isEqualTo(401);
    assertThat(reply.body()).contains("\"code\":\"unauthorized\"");
  }

  private HttpResponse<String> me(String authorization) throws Exception {
    return http.send(http.request("/api/v1/me", null).header("Authorization", authorization).GET());
  }
}
