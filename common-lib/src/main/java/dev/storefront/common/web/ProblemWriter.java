package dev.storefront.common.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems where no controller is in charge: filters, security, the error page. */
public final class ProblemWriter {

  private final JsonMapper json;

  ProblemWriter(JsonMapper json) {
    this.json = json;
  }

  /** Writes the whole reply. Does nothing if one has begun. */
  public void write(HttpServletRequest request, HttpServletResponse response, Problem problem)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    Object forwardedFrom = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    String path = forwardedFrom instanceof String uri ? uri : request.getRequestURI();
    byte[] body = json.writeValueAsBytes(problem.toDetail(path));
    response.setStatus(problem.status().value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    if (problem.retryAfter() != null) {
      response.setHeader(HttpHeaders.RETRY_AFTER, RetryAfter.seconds(problem.retryAfter()));
    }
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
