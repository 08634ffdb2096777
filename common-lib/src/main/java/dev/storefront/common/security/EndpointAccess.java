package dev.storefront.common.security;

import dev.storefront.common.web.StandardProblems;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * Who may call an endpoint: as its method says, else its class, else whoever has a valid token.
 *
 * @param isPublic true if no token is needed
 * @param scopes of which a token must have one; none if any valid token will do
 */
public record EndpointAccess(boolean isPublic, Set<Scope> scopes) {

  private static final EndpointAccess PUBLIC = new EndpointAccess(true, Set.of());
  private static final EndpointAccess AUTHENTICATED = new EndpointAccess(false, Set.of());

  /**
   * Files, which methods a path takes, API documents, and how an error is told: nothing of them is
   * an endpoint of ours.
   */
  private static final Set<String> FRAMEWORKS =
      Set.of(
          "org.springframework.web.servlet.mvc.",
          "org.springframework.web.servlet.resource.",
          "org.springframework.boot.webmvc.",
          "dev.storefront.common.web.",
          "org.springdoc.");

  /**
   * The access to what answers a request.
   *
   * @param handler as Spring MVC found it; what is no method of a controller needs a token
   */
  public static EndpointAccess of(Object handler) {
    Class<?> type =
        handler instanceof HandlerMethod endpoint ? endpoint.getBeanType() : handler.getClass();
    if (FRAMEWORKS.stream().anyMatch(type.getName()::startsWith)) {
      return PUBLIC;
    }
    return handler instanceof HandlerMethod endpoint
        ? saidAt(endpoint.getMethod()).or(() -> saidAt(type)).orElse(AUTHENTICATED)
        : AUTHENTICATED;
  }

  /**
   * @throws dev.storefront.common.web.ProblemException 401 without a token that is needed, 403
   *     without a scope
   */
  void check() {
    if (isPublic) {
      return;
    }
    Caller caller =
        CallerResolver.current().orElseThrow(() -> StandardProblems.unauthorized().toException());
    if (!scopes.isEmpty() && scopes.stream().noneMatch(caller::has)) {
      throw StandardProblems.forbidden().toException();
    }
  }

  /** Where both are said the narrower counts. */
  private static Optional<EndpointAccess> saidAt(AnnotatedElement place) {
    RequiresScope rule = AnnotatedElementUtils.findMergedAnnotation(place, RequiresScope.class);
    if (rule != null) {
      return Optional.of(new EndpointAccess(false, Set.of(rule.value())));
    }
    return AnnotatedElementUtils.hasAnnotation(place, PublicEndpoint.class)
        ? Optional.of(PUBLIC)
        : Optional.empty();
  }
}
