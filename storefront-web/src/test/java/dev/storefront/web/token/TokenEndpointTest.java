package dev.storefront.web.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "storefront.security.issuer=http://127.0.0.1:8080")
@ActiveProfiles("local")
class TokenEndpointTest {

  private static final String GRANT = "grant_type=client_credentials&client_id=order-app";

  @TempDir static Path keys;

  @LocalServerPort int port;

  private RestTestClient client;

  @DynamicPropertySource
  static void keyFolder(DynamicPropertyRegistry registry) {
    registry.add("storefront.tokens.key-directory", keys::toString);
  }

  @BeforeEach
  void connect() {
    client = RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();
  }

  @Test
  void a_users_token_verifies_against_the_published_keys() throws Exception {
    IssuedToken reply =
        post(GRANT + "&scope=user&sub=alice")
            .expectStatus()
            .isOk()
            .expectHeader()
            .valueEquals("Cache-Control", "no-store")
            .expectBody(IssuedToken.class)
            .returnResult()
            .getResponseBody();

    SignedJWT token = SignedJWT.parse(reply.accessToken());
    assertThat(token.verify(publishedKey(token.getHeader().getKeyID()))).isTrue();
    assertThat(token.getHeader().getType()).isEqualTo(new JOSEObjectType("at+jwt"));
    assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("RS256");
    Map<String, Object> claims = token.getJWTClaimsSet().getClaims();
    assertThat(claims)
        .containsEntry("iss", "http://127.0.0.1:8080")
        .containsEntry("sub", "alice")
        .containsEntry("client_id", "order-app")
        .containsEntry("scope", "user")
        .containsKeys("iat", "exp", "jti");
    assertThat(token.getJWTClaimsSet().getAudience()).containsExactly("storefront");
    assertThat(
            Duration.between(
                token.getJWTClaimsSet().getIssueTime().toInstant(),
                token.getJWTClaimsSet().getExpirationTime().toInstant()))
        .isEqualTo(Duration.ofHours(1));
    assertThat(reply.tokenType()).isEqualTo("Bearer");
    assertThat(reply.expiresIn()).isEqualTo(3600);
    assertThat(reply.scope()).isEqualTo("user");
  }

  @Test
  void the_line_that_the_start_page_shows_gets_a_token() {
    Matcher line = Pattern.compile("curl -d '(\\S+)' .+/oauth2/token\n").matcher(bodyOf("/"));

    assertThat(line.find()).isTrue();
    post(line.group(1).replace("&amp;", "&")).expectStatus().isOk();
  }

  @Test
  void several_scopes_are_granted_together_and_the_client_is_its_own_subject() throws Exception {
    IssuedToken reply =
        post(GRANT + "&scope=service+operator")
            .expectStatus()
            .isOk()
            .expectBody(IssuedToken.class)
            .returnResult()
            .getResponseBody();

    assertThat(reply.scope()).isEqualTo("operator service");
    assertThat(SignedJWT.parse(reply.accessToken()).getJWTClaimsSet().getSubject())
        .isEqualTo("order-app");
  }

  @ParameterizedTest
  @CsvSource({
    "scope=operator,                                                    invalid_request",
    "client_id=a&scope=operator,                                        invalid_request",
    "grant_type=password&client_id=a&scope=operator,                    unsupported_grant_type",
    "grant_type=client_credentials&scope=operator,                      invalid_request",
    "grant_type=client_credentials&client_id=a%0Ab&scope=operator,      invalid_request",
    "grant_type=client_credentials&client_id=a&client_id=b&scope=user,  invalid_request",
    "grant_type=client_credentials&client_id=a,                         invalid_scope",
    "grant_type=client_credentials&client_id=a&scope=root,              invalid_scope",
    "grant_type=client_credentials&client_id=a&scope=operator+root,     invalid_scope",
    "grant_type=client_credentials&client_id=a&scope=OPERATOR,          invalid_scope",
    "grant_type=client_credentials&client_id=a&scope=user,              invalid_request",
    "grant_type=client_credentials&client_id=a&scope=user&sub=,         invalid_request",
    "grant_type=client_credentials&client_id=a&scope=user&sub=a%00b,    invalid_request",
  })
  void a_bad_request_gets_an_oauth_error(String form, String error) {
    post(form)
        .expectStatus()
        .isBadRequest()
        .expectHeader()
        .valueEquals("Cache-Control", "no-store")
        .expectBody()
        .jsonPath("$.error")
        .isEqualTo(error)
        .jsonPath("$.error_description")
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"client_id, 65", "scope, 200", "sub, 65"})
  void a_value_that_is_too_long_is_refused(String field, int length) {
    String form = "grant_type=client_credentials&client_id=a&scope=user&sub=b";
    post(form.replaceFirst(field + "=[^&]*", field + "=" + "x".repeat(length)))
        .expectStatus()
        .isBadRequest();
  }

  @Test
  void a_body_that_is_too_large_is_refused_before_it_is_read() {
    post(GRANT + "&scope=operator&padding=" + "x".repeat(20_000)).expectStatus().isEqualTo(413);
  }

  @Test
  void another_media_type_is_refused() {
    client
        .post()
        .uri("/oauth2/token")
        .contentType(MediaType.APPLICATION_JSON)
        .body("{}")
        .exchange()
        .expectStatus()
        .isEqualTo(415);
  }

  @ParameterizedTest
  @CsvSource({"oauth-authorization-server", "openid-configuration"})
  void the_metadata_names_issuer_and_keys(String document) {
    client
        .get()
        .uri("/.well-known/" + document)
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.issuer")
        .isEqualTo("http://127.0.0.1:8080")
        .jsonPath("$.jwks_uri")
        .isEqualTo("http://127.0.0.1:8080/oauth2/jwks")
        .jsonPath("$.token_endpoint")
        .isEqualTo("http://127.0.0.1:8080/oauth2/token");
  }

  @Test
  void the_private_key_is_not_published() {
    assertThat(bodyOf("/oauth2/jwks"))
        .contains("\"n\"", "\"e\"")
        .doesNotContain("\"d\"", "\"p\"", "\"q\"");
  }

  private RestTestClient.ResponseSpec post(String form) {
    return client
        .post()
        .uri("/oauth2/token")
        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
        .body(form)
        .exchange();
  }

  private JWSVerifier publishedKey(String keyId) throws Exception {
    return new RSASSAVerifier(JWKSet.parse(bodyOf("/oauth2/jwks")).getKeyByKeyId(keyId).toRSAKey());
  }

  private String bodyOf(String path) {
    return client
        .get()
        .uri(path)
        .exchange()
        .expectBody(String.class)
        .returnResult()
        .getResponseBody();
  }
}
