package dev.storefront.common.security;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.web.client.RestTemplate;

/**
 * Believes the tokens of one issuer. Its metadata and keys are fetched at the first token, with
 * time-outs, and kept; the issuer need not be up when the service starts.
 */
final class IssuerJwtDecoder {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private IssuerJwtDecoder() {}

  static JwtDecoder of(SecurityProperties properties) {
    OAuth2TokenValidator<Jwt> validator = validator(properties);
    JwtDecoder decoder = new SupplierJwtDecoder(() -> open(properties, validator));
    return new DecodedTokens(token -> decode(decoder, token), validator);
  }

  /** An issuer that is away at the first token is like one that is away later. */
  private static Jwt decode(JwtDecoder decoder, String token) {
    try {
      return decoder.decode(token);
    } catch (JwtDecoderInitializationException e) {
      throw new JwtException("The issuer's metadata cannot be read", e);
    }
  }

  private static JwtDecoder open(
      SecurityProperties properties, OAuth2TokenValidator<Jwt> validator) {
    SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
    requests.setConnectTimeout(TIMEOUT);
    requests.setReadTimeout(TIMEOUT);
    NimbusJwtDecoder decoder =
        NimbusJwtDecoder.withIssuerLocation(properties.issuer())
            .restOperations(new RestTemplate(requests))
            // The validator below checks it: RFC 9068 tokens say at+jwt.
            .validateType(false)
            .build();
    decoder.setJwtValidator(validator);
    return decoder;
  }

  private static OAuth2TokenValidator<Jwt> validator(SecurityProperties properties) {
    return JwtValidators.createAtJwtValidator()
        .issuer(properties.issuer())
        .audience(properties.audience())
        .validators(all -> all.put("sub", new JwtClaimValidator<>("sub", IssuerJwtDecoder::isName)))
        .build();
  }

  /** Whose token it is: nobody's would be everybody's. */
  private static boolean isName(@Nullable Object subject) {
    return subject instanceof String name && !name.isEmpty();
  }
}
