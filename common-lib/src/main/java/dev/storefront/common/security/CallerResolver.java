package dev.storefront.common.security;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Hands the {@link Caller} to controller methods, as an {@link Optional} to public ones. */
final class CallerResolver implements HandlerMethodArgumentResolver {

  /** The caller of the request at hand, empty without a token. */
  static Optional<Caller> current() {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    return authentication != null && authentication.getPrincipal() instanceof Caller caller
        ? Optional.of(caller)
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
}
