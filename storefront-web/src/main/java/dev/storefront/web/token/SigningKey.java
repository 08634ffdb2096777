package dev.storefront.web.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;

/**
 * The issuer's RSA key. It is made at the first start and kept, so that a restart voids no token.
 */
final class SigningKey {

  private static final int BITS = 2048;
  private static final String FILE_NAME = "signing-key.jwk";

  private final RSAKey key;

  private SigningKey(RSAKey key) {
    this.key = key;
  }

  /**
   * Reads the key that the folder holds, or makes one.
   *
   * @throws IOException when the folder cannot be used
   * @throws IllegalStateException when the file is there but holds no key
   */
  static SigningKey in(Path folder) throws IOException {
    Path file = folder.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      PrivateFile.write(file, generate().toJSONString());
    }
    return new SigningKey(read(file));
  }

  String id() {
    return key.getKeyID();
  }

  /** With the private part: for signing only. */
  JWKSet keys() {
    return new JWKSet(key);
  }

  JWKSet publicKeys() {
    return new JWKSet(key.toPublicJWK());
  }

  private static RSAKey read(Path file) throws IOException {
    try {
      return RSAKey.parse(Files.readString(file));
    } catch (ParseException e) {
      throw new IllegalStateException(
          "No RSA key in " + file + ": delete the file, and the next start makes a new one", e);
    }
  }

  private static RSAKey generate() {
    try {
      return new RSAKeyGenerator(BITS)
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.RS256)
          .keyIDFromThumbprint(true)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException("This JDK cannot make RSA keys", e);
    }
  }
}
