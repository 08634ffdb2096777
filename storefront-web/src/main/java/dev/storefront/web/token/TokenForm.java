package dev.storefront.web.token;

import dev.storefront.common.security.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * The form of a token request (RFC 6749 section 4.4.2), with {@code sub} for the user's pin. Only a
 * guest's begins with {@code guest:}, so that no user is taken for a guest.
 */
final class TokenForm {

  private static final int MAX_SCOPE_LENGTH = 128;
  private static final Pattern CLIENT_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern SUBJECT = Pattern.compile("\\P{Cntrl}{1,64}");
  private static final Pattern GUEST = Pattern.compile("guest:.+");

  private final MultiValueMap<String, String> fields;

  TokenForm(MultiValueMap<String, String> fields) {
    this.fields = fields;
  }

  TokenRequestReading read() {
    Optional<String> repeated = repeatedField();
    if (repeated.isPresent()) {
      return RefusedTokenRequest.invalidRequest(repeated.get() + " must be given once");
    }
    if (field("grant_type") == null) {
      return RefusedTokenRequest.invalidRequest("grant_type is missing");
    }
    if (!"client_credentials".equals(field("grant_type"))) {
      return RefusedTokenRequest.unsupportedGrantType();
    }
    String clientId = field("client_id");
    if (clientId == null || !CLIENT_ID.matcher(clientId).matches()) {
      return RefusedTokenRequest.invalidRequest(
          "client_id must be 1 to 64 letters, digits, dots, hyphens or underscores");
    }
    return readScopes(clientId);
  }

  private TokenRequestReading readScopes(String clientId) {
    Optional<SortedSet<Scope>> scopes = scopes();
    if (scopes.isEmpty()) {
      return RefusedTokenRequest.invalidScope(
          "scope must be one or more of user, guest, operator and service, parted by spaces");
    }
    String subject = field("sub");
    if (subject == null) {
      return scopes.get().contains(Scope.USER) || scopes.get().contains(Scope.GUEST)
          ? RefusedTokenRequest.invalidRequest(
              "sub, the user's pin, goes with scope user, and guest:ID with scope guest")
          : new TokenRequest(clientId, scopes.get(), clientId);
    }
    if (!SUBJECT.matcher(subject).matches()) {
      return RefusedTokenRequest.invalidRequest("sub must be 1 to 64 printable characters");
    }
    if (GUEST.matcher(subject).matches() != scopes.get().equals(Set.of(Scope.GUEST))) {
      return RefusedTokenRequest.invalidRequest(
          "scope guest goes alone, with a sub of guest: and an id, and no other scope does");
    }
    return new TokenRequest(clientId, scopes.get(), subject);
  }

  /** Empty when no scope or an unknown one is asked for. */
  private Optional<SortedSet<Scope>> scopes() {
    String value = field("scope");
    if (value == null || value.length() > MAX_SCOPE_LENGTH) {
      return Optional.empty();
    }
    SortedSet<Scope> scopes = new TreeSet<>();
    for (String name : value.split(" ", -1)) {
      Optional<Scope> scope = scope(name);
      if (scope.isEmpty()) {
        return Optional.empty();
      }
      scopes.add(scope.get());
    }
    return Optional.of(scopes);
  }

  private static Optional<Scope> scope(String name) {
    return Arrays.stream(Scope.values()).filter(scope -> scope.claim().equals(name)).findFirst();
  }

  private Optional<String> repeatedField() {
    return Stream.of("grant_type", "client_id", "scope", "sub")
        .filter(name -> fields.getOrDefault(name, List.of()).size() > 1)
        .findFirst();
  }

  /** The field's value; null when it is absent or empty, which RFC 6749 treats alike. */
  private @Nullable String field(String name) {
    String value = fields.getFirst(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
