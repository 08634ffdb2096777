package dev.storefront.common.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;

class BearerTokensTest {

  private static final List<String> PARTS =
      List.of(
          "Bearer", "bearer", " ", "=", "a", "Z", "0", "-", ".", "_", "~", "+", "/", ",", "\u00e4");

  private final BearerTokenResolver tokens = new BearerTokens();
  private final BearerTokenResolver springs = new DefaultBearerTokenResolver();

  @Test
  void a_token_is_found() {
    assertThat(tokens.resolve(request("Bearer a.b-c_d==", "GET"))).isEqualTo("a.b-c_d==");
    assertThat(tokens.resolve(request(null, "GET"))).isNull();
  }

  @Test
  void each_character_is_taken_or_refused_as_spring_security_does() {
    for (int character = 0; character < 300; character++) {
      same("Bearer a" + (char) character + "b");
    }
  }

  @Test
  void whatever_a_header_is_the_answer_is_that_of_spring_security() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      String header =
          random
              .ints(random.nextInt(6), 0, PARTS.size())
              .mapToObj(PARTS::get)
              .collect(Collectors.joining());
      same((random.nextBoolean() ? "Bearer " : "") + header);
    }
  }

  private void same(String header) {
    for (String method : List.of("GET", "POST")) {
      assertThat(answer(tokens, request(header, method)))
          .as(header)
          .isEqualTo(answer(springs, request(header, method)));
    }
  }

  private static @Nullable String answer(
      BearerTokenResolver resolver, MockHttpServletRequest request) {
    try {
      return resolver.resolve(request);
    } catch (OAuth2AuthenticationException refused) {
      return refused.getError().toString();
    }
  }

  private static MockHttpServletRequest request(@Nullable String header, String method) {
    MockHttpServletRequest request = new MockHttpServletRequest(method, "/");
    request.setParameter("access_token", "b");
    request.setQueryString("access_token=b");
    request.setContentType("application/x-www-form-urlencoded");
    if (header != null) {
      request.addHeader("Authorization", header);
    }
    return request;
  }
}
