package dev.storefront.web.token;

import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import java.io.IOException;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

@Configuration(proxyBeanMethods = false)
@Profile("local")
class TokenConfiguration {

  @Bean
  SigningKey signingKey(TokenProperties properties) throws IOException {
    return SigningKey.in(properties.keyDirectory());
  }

  @Bean
  TokenIssuer tokenIssuer(
      SigningKey key,
      TokenProperties properties,
      @Value("${storefront.security.issuer}") String issuer,
      Clock clock) {
    NimbusJwtEncoder encoder = new NimbusJwtEncoder(new ImmutableJWKSet<>(key.keys()));
    return new TokenIssuer(encoder, key.id(), issuer, properties.lifetime(), clock);
  }

  @Bean
  IssuerMetadata issuerMetadata(@Value("${storefront.security.issuer}") String issuer) {
    return IssuerMetadata.of(issuer);
  }
}
