package dev.storefront.history.guest;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.core.HistoryRules;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;

/** Tells guests by their tokens, as callers are told. */
@Component
class GuestTokens {

  private static final String PREFIX = "guest:";

  private final JwtDecoder decoder;

  GuestTokens(JwtDecoder decoder) {
    this.decoder = decoder;
  }

  /**
   * The guest under whose id views were reported.
   *
   * @throws ProblemException 400 {@code invalid-request} if the token is no guest's, or has expired
   * @throws BackendUnavailableException if it cannot be checked now
   */
  String guestOf(String token) {
    Jwt jwt = decode(token);
    String guest = String.valueOf(jwt.getSubject());
    if (!scopes(jwt).equals(List.of(Scope.GUEST.claim()))
        || !guest.startsWith(PREFIX)
        || guest.length() > HistoryRules.LONGEST_USER_ID) {
      throw invalid();
    }
    return guest;
  }

  private Jwt decode(String token) {
    try {
      return decoder.decode(token);
    } catch (BadJwtException e) {
      throw invalid();
    } catch (JwtException e) {
      throw new BackendUnavailableException("issuer", false, e);
    }
  }

  private static List<String> scopes(Jwt jwt) {
    @Nullable Object scope = jwt.getClaims().get("scope");
    return scope instanceof String words ? List.of(words.split(" ")) : List.of();
  }

  private static ProblemException invalid() {
    return Problem.invalid("guestToken", "must be a valid access token of scope guest")
        .toException();
  }
}
