package dev.storefront.common.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a call whose reply the client would not accept before it changes anything. Spring MVC
 * looks at that when it writes the reply, unless the endpoint says what it produces.
 */
final class AcceptedReplies implements HandlerInterceptor {

  private static final List<Class<?>> NOT_JSON =
      List.of(void.class, Void.class, CharSequence.class, byte[].class, Resource.class);

  private final HeaderContentNegotiationStrategy accepted = new HeaderContentNegotiationStrategy();

  /** As many as there are endpoints; to find out takes a twentieth of a call. */
  private final Map<Method, Boolean> replyWithJson = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws HttpMediaTypeNotAcceptableException {
    if (handler instanceof HandlerMethod endpoint
        && !isSafe(request)
        && replyWithJson.computeIfAbsent(endpoint.getMethod(), AcceptedReplies::repliesWithJson)
        && accepted.resolveMediaTypes(new ServletWebRequest(request)).stream()
            .noneMatch(AcceptedReplies::isJson)) {
      throw new HttpMediaTypeNotAcceptableException(List.of(MediaType.APPLICATION_JSON));
    }
    return true;
  }

  private static boolean isJson(MediaType type) {
    return MediaType.APPLICATION_JSON.isCompatibleWith(type)
        && (type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8));
  }

  private static boolean isSafe(HttpServletRequest request) {
    HttpMethod method = HttpMethod.valueOf(request.getMethod());
    return method == HttpMethod.GET || method == HttpMethod.HEAD || method == HttpMethod.OPTIONS;
  }

  private static boolean repliesWithJson(Method endpoint) {
    RequestMapping mapping =
        AnnotatedElementUtils.findMergedAnnotation(endpoint, RequestMapping.class);
    // Of a plain Object nobody knows before it is there: then Spring MVC looks.
    if (endpoint.getReturnType() == Object.class
        || mapping != null && mapping.produces().length > 0) {
      return false;
    }
    ResolvableType reply = ResolvableType.forMethodReturnType(endpoint);
    while (HttpEntity.class.isAssignableFrom(reply.toClass())
        || CompletionStage.class.isAssignableFrom(reply.toClass())) {
      reply = reply.getGeneric(0);
    }
    Class<?> type = reply.toClass();
    return NOT_JSON.stream().noneMatch(other -> other.isAssignableFrom(type));
  }
}
