package dev.storefront.common.security;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Hands the {@link Caller} to controller methods, as an {@link Optional} to public ones. */
final class CallerResolver implements HandlerMethodArgumentResolver {

  /** The caller of the request at hand, empty without a token. */
  static Optional<Caller> current() {
    return SecurityContextHolder.getContext().getAuthentication()
            instanceof JwtAuthenticationToken token
        ? Optional.of(callerOf(token.getToken()))
        : Optional.empty();
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.nestedIfOptional().getNestedParameterType() == Caller.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    Optional<Caller> caller = current();
    return parameter.getParameterType() == Optional.class
        ? caller
        : caller.orElseThrow(() -> new IllegalStateException("A public endpoint has no Caller"));
  }

  private static Caller callerOf(Jwt token) {
    String clientId = token.getClaimAsString("client_id");
    String subject = token.getSubject();
    return new Caller(
        subject == null ? "" : subject, clientId == null ? "" : clientId, scopes(token));
  }

  private static Set<Scope> scopes(Jwt token) {
    Object claim = token.getClaims().get("scope");
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    String text = claim == null ? "" : claim.toString();
    for (String word : text.split("[\\s,\\[\\]]+")) {
      Arrays.stream(Scope.values())
          .filter(scope -> scope.claim().equals(word))
          .forEach(scopes::add);
    }
    return scopes;
  }
}
