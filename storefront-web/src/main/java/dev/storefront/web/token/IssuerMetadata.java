package dev.storefront.web.token;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.storefront.common.security.Scope;
import java.util.Arrays;
import java.util.List;

/** Metadata of the issuer (RFC 8414). */
record IssuerMetadata(
    String issuer,
    @JsonProperty("token_endpoint") String tokenEndpoint,
    @JsonProperty("jwks_uri") String jwksUri,
    @JsonProperty("grant_types_supported") List<String> grantTypes,
    @JsonProperty("scopes_supported") List<String> scopes,
    @JsonProperty("token_endpoint_auth_methods_supported") List<String> clientAuthentication,
    @JsonProperty("response_types_supported") List<String> responseTypes,
    @JsonProperty("subject_types_supported") List<String> subjectTypes,
    @JsonProperty("id_token_signing_alg_values_supported") List<String> signatureAlgorithms) {

  static IssuerMetadata of(String issuer) {
    return new IssuerMetadata(
        issuer,
        issuer + "/oauth2/token",
        issuer + "/oauth2/jwks",
        List.of("client_credentials"),
        Arrays.stream(Scope.values()).map(Scope::claim).toList(),
        List.of("none"),
        List.of(),
        List.of("public"),
        List.of("RS256"));
  }
}
