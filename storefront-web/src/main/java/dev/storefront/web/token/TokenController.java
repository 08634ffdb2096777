package dev.storefront.web.token;

import dev.storefront.common.security.PublicEndpoint;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The token endpoint. Grants whatever is asked for in a proper form: local stack only. */
@PublicEndpoint
@RestController
@Profile("local")
class TokenController {

  private final TokenIssuer issuer;

  TokenController(TokenIssuer issuer) {
    this.issuer = issuer;
  }

  @PostMapping(path = "/oauth2/token", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  ResponseEntity<Object> token(@RequestBody MultiValueMap<String, String> form) {
    TokenRequestReading reading = new TokenForm(form).read();
    if (reading instanceof TokenRequest request) {
      return reply(HttpStatus.OK, issuer.issue(request));
    }
    RefusedTokenRequest refused = (RefusedTokenRequest) reading;
    return reply(HttpStatus.BAD_REQUEST, new OAuthError(refused.error(), refused.description()));
  }

  private static ResponseEntity<Object> reply(HttpStatus status, Object body) {
    return ResponseEntity.status(status).body(body);
  }
}
