package dev.storefront.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets our pages load what this server serves and nothing else: no other host, no inline script.
 */
@Component
class PageHeadersFilter extends OncePerRequestFilter {

  /** The API page (Swagger UI) styles itself inline. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getRequestURI().startsWith("/swagger-ui");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    chain.doFilter(request, response);
  }
}
