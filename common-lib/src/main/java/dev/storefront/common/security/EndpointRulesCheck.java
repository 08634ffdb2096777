package dev.storefront.common.security;

import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Keeps a service from starting with an endpoint of which nobody said who may call it. */
final class EndpointRulesCheck implements SmartInitializingSingleton {

  private final RequestMappingHandlerMapping mappings;

  EndpointRulesCheck(RequestMappingHandlerMapping mappings) {
    this.mappings = mappings;
  }

  @Override
  public void afterSingletonsInstantiated() {
    List<String> open =
        mappings.getHandlerMethods().entrySet().stream()
            .filter(EndpointRulesCheck::isApi)
            .filter(e -> ScopeInterceptor.ruleOf(e.getValue()).isEmpty())
            .filter(e -> !ScopeInterceptor.isPublic(e.getValue()))
            .map(e -> e.getKey() + " -> " + e.getValue())
            .toList();
    if (!open.isEmpty()) {
      throw new IllegalStateException(
          "Endpoints with neither @RequiresScope nor @PublicEndpoint: " + open);
    }
  }

  private static boolean isApi(Map.Entry<RequestMappingInfo, HandlerMethod> entry) {
    return entry.getKey().getPatternValues().stream().anyMatch(path -> path.startsWith("/api"));
  }
}
