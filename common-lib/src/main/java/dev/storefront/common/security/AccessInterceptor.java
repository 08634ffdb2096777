package dev.storefront.common.security;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Holds every endpoint to its {@link EndpointAccess}: 401 without a token, 403 without the scope.
 * Here the endpoint is known, so that 404 and 405 come first; and nothing of the body is read yet,
 * as it would be where the method is called.
 */
final class AccessInterceptor implements HandlerInterceptor {

  private static final Problem NO_OTHER_ORIGIN =
      Problem.of(
          HttpStatus.FORBIDDEN, "forbidden", "Pages of other origins may not call this service.");

  /** As many as there are endpoints. */
  private final Map<Endpoint, EndpointAccess> known = new ConcurrentHashMap<>();

  private record Endpoint(Class<?> type, Method method) {}

  private final ProblemWriter problems;

  AccessInterceptor(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    if (CorsUtils.isPreFlightRequest(request)) {
      // What answers it is no endpoint, so that no exception would become a reply.
      problems.write(request, response, NO_OTHER_ORIGIN);
      return false;
    }
    accessTo(handler).check();
    return true;
  }

  private EndpointAccess accessTo(Object handler) {
    return handler instanceof HandlerMethod endpoint
        ? known.computeIfAbsent(
            new Endpoint(endpoint.getBeanType(), endpoint.getMethod()),
            first -> EndpointAccess.of(handler))
        : EndpointAccess.of(handler);
  }
}
