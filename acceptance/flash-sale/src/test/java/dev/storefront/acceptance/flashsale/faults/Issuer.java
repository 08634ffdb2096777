package dev.storefront.acceptance.flashsale.faults;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A token issuer in this JVM, so that no token depends on a process that may be killed. */
final class Issuer implements AutoCloseable {

  private static final long LIFETIME_SECONDS = 86_400;

  private final KeyPair keys;
  private final HttpServer server;
  private final String address;
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  Issuer() throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    address = "http://127.0.0.1:" + server.getAddress().getPort();
    serve(
        "/.well-known/openid-configuration",
        "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/jwks\"}".formatted(address, address));
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    serve(
        "/jwks",
        "{\"keys\":[{\"kty\":\"RSA\",\"alg\":\"RS256\",\"use\":\"sig\",\"kid\":\"1\",\"n\":\"%s\",\"e\":\"%s\"}]}"
            .formatted(number(key.getModulus()), number(key.getPublicExponent())));
    server.start();
  }

  String address() {
    return address;
  }

  String operator() {
    return token("olga", "operator");
  }

  String service() {
    return token("order-app", "service");
  }

  String user(String pin) {
    return token(pin, "user");
  }

  private String token(String subject, String scope) {
    return tokens.computeIfAbsent(scope + " " + subject, key -> sign(subject, scope));
  }

  private String sign(String subject, String scope) {
    long now = Instant.now().getEpochSecond();
    String claims =
        ("{\"iss\":\"%s\",\"sub\":\"%s\",\"aud\":\"storefront\",\"client_id\":\"order-app\","
                + "\"scope\":\"%s\",\"iat\":%d,\"exp\":%d,\"jti\":\"%s\"}")
            .formatted(address, subject, scope, now - 5, now + LIFETIME_SECONDS, UUID.randomUUID());
    String signed =
        base64(text("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"1\"}"))
            + "."
            + base64(text(claims));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(text(signed));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(String path, String json) {
    byte[] body = text(json);
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int sign = bytes[0] == 0 ? 1 : 0;
    byte[] magnitude = new byte[bytes.length - sign];
    System.arraycopy(bytes, sign, magnitude, 0, magnitude.length);
    return base64(magnitude);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
