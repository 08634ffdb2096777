package dev.storefront.shortlink.redirect;

import dev.storefront.common.web.StandardProblems;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Leaves threads of the web server to who follows a link: all calls of the API together have
 * {@value #CALLERS} of its 64, whichever server they wait for. Who is one too many is answered 503
 * {@code unavailable}.
 */
@Component
class ApiBulkhead implements AsyncHandlerInterceptor, WebMvcConfigurer {

  private static final int CALLERS = 40;

  /** Far longer than a call takes while all servers are well. */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final Bulkhead bulkhead;

  ApiBulkhead(BulkheadRegistry bulkheads) {
    bulkhead =
        bulkheads.bulkhead(
            "api",
            BulkheadConfig.custom()
                .maxConcurrentCalls(CALLERS)
                .maxWaitDuration(PATIENCE)
                .fairCallHandlingStrategyEnabled(false)
                .build());
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/api/**");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!bulkhead.tryAcquirePermission()) {
      throw StandardProblems.unavailable().toException();
    }
    return true;
  }

  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception thrown) {
    bulkhead.onComplete();
  }

  /** What goes on elsewhere holds no thread; for its end it comes in anew. */
  @Override
  public void afterConcurrentHandlingStarted(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    bulkhead.onComplete();
  }
}
