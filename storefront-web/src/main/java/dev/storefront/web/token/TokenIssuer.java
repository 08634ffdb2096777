package dev.storefront.web.token;

import dev.storefront.common.security.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;

/** Signs access tokens as RFC 9068 describes them. */
final class TokenIssuer {

  /** Every service of the suite is meant. */
  private static final String AUDIENCE = "storefront";

  private final JwtEncoder encoder;
  private final String keyId;
  private final String issuer;
  private final Duration lifetime;
  private final Clock clock;

  TokenIssuer(JwtEncoder encoder, String keyId, String issuer, Duration lifetime, Clock clock) {
    this.encoder = encoder;
    this.keyId = keyId;
    this.issuer = issuer;
    this.lifetime = lifetime;
    this.clock = clock;
  }

  IssuedToken issue(TokenRequest request) {
    String scope = request.scopes().stream().map(Scope::claim).collect(Collectors.joining(" "));
    Instant now = clock.instant();
    JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256).type("at+jwt").keyId(keyId).build();
    JwtClaimsSet claims =
        JwtClaimsSet.builder()
            .issuer(issuer)
            .subject(request.subject())
            .audience(List.of(AUDIENCE))
            .claim("client_id", request.clientId())
            .claim("scope", scope)
            .issuedAt(now)
            .expiresAt(now.plus(lifetime))
            .id(UUID.randomUUID().toString())
            .build();
    String token = encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue();
    return new IssuedToken(token, "Bearer", lifetime.toSeconds(), scope);
  }
}
