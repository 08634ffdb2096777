package dev.storefront.common.web;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** What Tomcat refuses before any servlet (a broken request line) gets a problem document too. */
public final class ProblemErrorReportValve extends ErrorReportValve {

  // Tomcat makes the valve: nothing is injected.
  private static final JsonMapper JSON =
      JsonMapper.builder().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class).build();

  @Override
  protected void report(Request request, Response response, Throwable error) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    Problem problem = StandardProblems.ofStatus(status);
    if (problem.retryAfter() != null) {
      response.setHeader(HttpHeaders.RETRY_AFTER, RetryAfter.seconds(problem.retryAfter()));
    }
    response.setContentType("application/problem+json");
    response.setCharacterEncoding("UTF-8");
    try {
      response.getReporter().write(JSON.writeValueAsString(problem.toDetail(path(request))));
      response.finishResponse();
    } catch (IOException | IllegalStateException clientIsGone) {
      // Nobody is left to tell.
      return;
    }
  }

  /** What could be read of it. */
  private static String path(Request request) {
    String path = request.getRequestURI();
    return path == null || path.isEmpty() ? "/" : path;
  }
}
