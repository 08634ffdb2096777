package dev.storefront.common.security;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

/**
 * Who calls, from the token. A controller method takes it as a parameter, of a public endpoint as
 * an {@code Optional}.
 *
 * @param subject the token's {@code sub}: the user (the pin), or the application itself
 * @param clientId the calling application
 * @param scopes what the token allows
 */
public record Caller(String subject, String clientId, Set<Scope> scopes) {

  private static final JwtGrantedAuthoritiesConverter WORDS = new JwtGrantedAuthoritiesConverter();

  static {
    WORDS.setAuthoritiesClaimName("scope");
    WORDS.setAuthorityPrefix("");
  }

  /** True if the token has this scope. */
  public boolean has(Scope scope) {
    return scopes.contains(scope);
  }

  /** Of a token that was validated: it has a subject and a client. */
  static Caller of(Jwt token) {
    Set<String> words =
        WORDS.convert(token).stream()
            .map(GrantedAuthority::getAuthority)
            .collect(Collectors.toSet());
    return new Caller(
        Objects.requireNonNull(token.getSubject()),
        Objects.requireNonNull(token.getClaimAsString("client_id")),
        Arrays.stream(Scope.values())
            .filter(scope -> words.contains(scope.claim()))
            .collect(Collectors.toUnmodifiableSet()));
  }
}
