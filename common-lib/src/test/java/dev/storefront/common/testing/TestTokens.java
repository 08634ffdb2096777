package dev.storefront.common.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A token issuer for tests: signs RFC 9068 tokens and serves its metadata and keys over HTTP on a
 * free port, as the real one does. One per JVM; every {@code @SpringBootTest} trusts it.
 */
public final class TestTokens {

  /** Longer than the tests of a module take on a busy machine: they keep tokens. */
  private static final Duration LIFETIME = Duration.ofHours(6);

  private static final TestTokens INSTANCE = new TestTokens();

  private final RSAKey key;
  private final String issuer;

  /** What was signed so far, by what it says: to sign takes longer than most calls do. */
  private final Map<List<String>, String> lasting = new ConcurrentHashMap<>();

  private TestTokens() {
    try {
      key = new RSAKeyGenerator(2048).keyID("test").generate();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      issuer = "http://127.0.0.1:" + server.getAddress().getPort();
      serve(
          server,
          "/.well-known/openid-configuration",
          "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/oauth2/jwks\"}".formatted(issuer, issuer));
      serve(server, "/oauth2/jwks", new JWKSet(key.toPublicJWK()).toString());
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The issuer's address, for {@code storefront.security.issuer}. */
  public static String issuer() {
    return INSTANCE.issuer;
  }

  /** A token of this user, who calls through the application {@code shop-app}. */
  public static String user(String pin) {
    return lasting(pin, "shop-app", "user");
  }

  /** The same of a guest, whose {@code sub} begins with {@code guest:}. */
  public static String guest(String subject) {
    return lasting(subject, "shop-app", "guest");
  }

  /** An operator's token. */
  public static String operator() {
    return lasting("olga", "admin-console", "operator");
  }

  /** An application's token. */
  public static String service(String application) {
    return lasting(application, application, "service");
  }

  private static String lasting(String subject, String clientId, String scope) {
    return INSTANCE.lasting.computeIfAbsent(
        List.of(subject, clientId, scope), says -> token(subject, clientId, scope, LIFETIME));
  }

  /** Any token; a negative {@code lifetime} makes an expired one. */
  public static String token(String subject, String clientId, String scope, Duration lifetime) {
    return INSTANCE.sign(subject, clientId, scope, lifetime);
  }

  private String sign(String subject, String clientId, String scope, Duration lifetime) {
    Instant now = Instant.now();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer)
            .subject(subject)
            .audience("storefront")
            .claim("client_id", clientId)
            .claim("scope", scope)
            .issueTime(Date.from(now.minusSeconds(5)))
            .expirationTime(Date.from(now.plus(lifetime)))
            .jwtID(UUID.randomUUID().toString())
            .build();
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .type(new JOSEObjectType("at+jwt"))
            .keyID(key.getKeyID())
            .build();
    try {
      SignedJWT jwt = new SignedJWT(header, claims);
      jwt.sign(new RSASSASigner(key));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void serve(HttpServer server, String path, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }
}
