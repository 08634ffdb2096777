package dev.storefront.common.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Everything that is wrong with the parameters of a call's path and query. Spring MVC stops at the
 * first that it cannot read.
 */
final class WrongParameters {

  private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  private final ObjectProvider<ConversionService> conversion;
  private final ObjectProvider<Validator> validator;

  WrongParameters(
      ObjectProvider<ConversionService> conversion, ObjectProvider<Validator> validator) {
    this.conversion = conversion;
    this.validator = validator;
  }

  /** The errors in the order of the endpoint's parameters; none if no endpoint takes the call. */
  List<InvalidField> of(HttpServletRequest request) {
    return request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE)
            instanceof HandlerMethod endpoint
        ? of(endpoint, request)
        : List.of();
  }

  private List<InvalidField> of(HandlerMethod endpoint, HttpServletRequest request) {
    MethodParameter[] parameters = endpoint.getMethodParameters();
    @Nullable Object[] arguments = new @Nullable Object[parameters.length];
    List<InvalidField> errors = new ArrayList<>();
    for (int i = 0; i < parameters.length; i++) {
      MethodParameter parameter = parameters[i];
      parameter.initParameterNameDiscovery(NAMES);
      @Nullable Object value = given(parameter, request);
      if (value == null) {
        if (isMissing(parameter)) {
          errors.add(new InvalidField(nameOf(parameter), "is required"));
        }
        continue;
      }
      try {
        arguments[i] = read(value, parameter);
      } catch (ConversionException e) {
        errors.add(new InvalidField(nameOf(parameter), mustBe(parameter.getParameterType())));
      }
    }
    Set<String> unreadable = errors.stream().map(InvalidField::field).collect(Collectors.toSet());
    brokenRules(endpoint, arguments)
        .filter(error -> !unreadable.contains(error.field()))
        .forEach(errors::add);
    return errors;
  }

  /** What stands in the path or the query, null if nothing does or it is no such parameter. */
  private static @Nullable Object given(MethodParameter parameter, HttpServletRequest request) {
    if (parameter.hasParameterAnnotation(PathVariable.class)) {
      return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
              instanceof Map<?, ?> variables
          ? variables.get(nameOf(parameter))
          : null;
    }
    if (!parameter.hasParameterAnnotation(RequestParam.class)) {
      return null;
    }
    String @Nullable [] values = request.getParameterValues(nameOf(parameter));
    return values != null && values.length == 1 ? values[0] : values;
  }

  private static boolean isMissing(MethodParameter parameter) {
    RequestParam rule = parameter.getParameterAnnotation(RequestParam.class);
    return rule != null
        && rule.required()
        && rule.defaultValue().equals(ValueConstants.DEFAULT_NONE)
        && !parameter.isOptional();
  }

  private @Nullable Object read(Object value, MethodParameter parameter) {
    return conversion
        .getObject()
        .convert(value, TypeDescriptor.forObject(value), new TypeDescriptor(parameter));
  }

  /** A parameter may always be given once or often: what is wrong of a list is a value in it. */
  static String mustBe(@Nullable Class<?> type) {
    return type == null || Iterable.class.isAssignableFrom(type)
        ? "has a wrong type"
        : "must be " + JsonErrors.nameOf(type);
  }

  private Stream<InvalidField> brokenRules(HandlerMethod endpoint, @Nullable Object[] arguments) {
    Validator rules = validator.getIfAvailable();
    return rules == null
        ? Stream.empty()
        : rules
            .forExecutables()
            .validateParameters(
                endpoint.createWithResolvedBean().getBean(), endpoint.getMethod(), arguments)
            .stream()
            .map(v -> InvalidField.ofParameter(v.getPropertyPath().toString(), v.getMessage()))
            .sorted(Comparator.comparing(InvalidField::field));
  }

  private static String nameOf(MethodParameter parameter) {
    RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
    PathVariable path = parameter.getParameterAnnotation(PathVariable.class);
    String given = query != null ? query.name() : path != null ? path.name() : "";
    return given.isEmpty() ? String.valueOf(parameter.getParameterName()) : given;
  }
}
