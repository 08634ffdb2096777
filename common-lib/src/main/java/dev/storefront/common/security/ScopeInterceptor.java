package dev.storefront.common.security;

import dev.storefront.common.web.StandardProblems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Holds every endpoint to its {@link RequiresScope} before anything of the body is read. */
final class ScopeInterceptor implements HandlerInterceptor {

  /** The endpoint's rule, on its method or else on its class. */
  static Optional<RequiresScope> ruleOf(HandlerMethod endpoint) {
    return find(endpoint, RequiresScope.class)
        .filter(rule -> !endpoint.hasMethodAnnotation(PublicEndpoint.class));
  }

  static boolean isPublic(HandlerMethod endpoint) {
    return ruleOf(endpoint).isEmpty() && find(endpoint, PublicEndpoint.class).isPresent();
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod endpoint) {
      ruleOf(endpoint).ifPresent(rule -> check(rule, response));
    }
    return true;
  }

  private static void check(RequiresScope rule, HttpServletResponse response) {
    Optional<Caller> caller = CallerResolver.current();
    if (caller.isEmpty() || caller.get().subject().isEmpty()) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      throw StandardProblems.unauthorized().toException();
    }
    if (Arrays.stream(rule.value()).noneMatch(caller.get()::has)) {
      throw StandardProblems.forbidden().toException();
    }
  }

  private static <A extends java.lang.annotation.Annotation> Optional<A> find(
      HandlerMethod endpoint, Class<A> type) {
    @Nullable A onMethod = endpoint.getMethodAnnotation(type);
    return Optional.ofNullable(
        onMethod != null
            ? onMethod
            : AnnotatedElementUtils.findMergedAnnotation(endpoint.getBeanType(), type));
  }
}
