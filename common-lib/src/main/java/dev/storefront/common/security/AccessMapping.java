package dev.storefront.common.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Has 401 and 403 come before 415 and 406 also where an endpoint names its media types: Spring MVC
 * then finds none for the request, and so asks no {@link AccessInterceptor}.
 */
final class AccessMapping extends RequestMappingHandlerMapping {

  @Override
  protected @Nullable HandlerMethod handleNoMatch(
      Set<RequestMappingInfo> endpoints, String path, HttpServletRequest request)
      throws ServletException {
    try {
      return super.handleNoMatch(endpoints, path, request);
    } catch (HttpMediaTypeException otherwiseMeant) {
      endpoints.stream()
          .filter(endpoint -> isMeant(endpoint, request))
          .map(getHandlerMethods()::get)
          .forEach(endpoint -> EndpointAccess.of(endpoint).check());
      throw otherwiseMeant;
    }
  }

  private static boolean isMeant(RequestMappingInfo endpoint, HttpServletRequest request) {
    return endpoint.getActivePatternsCondition().getMatchingCondition(request) != null
        && endpoint.getMethodsCondition().getMatchingCondition(request) != null;
  }
}
