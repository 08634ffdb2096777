package dev.storefront.web.token;

import com.nimbusds.jose.jwk.JWKSet;
import dev.storefront.common.security.PublicEndpoint;
import java.util.Map;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a service needs in order to check a token: the issuer's metadata and its public key. */
@PublicEndpoint
@RestController
@Profile("local")
class DiscoveryController {

  private final IssuerMetadata metadata;
  private final JWKSet publicKeys;

  DiscoveryController(IssuerMetadata metadata, SigningKey key) {
    this.metadata = metadata;
    this.publicKeys = key.publicKeys();
  }

  /** The same document serves RFC 8414 and OpenID discovery, which clients try in either order. */
  @GetMapping({"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"})
  IssuerMetadata metadata() {
    return metadata;
  }

  @GetMapping("/oauth2/jwks")
  Map<String, Object> publicKeys() {
    return publicKeys.toJSONObject();
  }
}
