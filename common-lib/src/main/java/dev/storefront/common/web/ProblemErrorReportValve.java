package dev.storefront.common.web;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.HttpHeaders;

/** What Tomcat refuses before any servlet (a broken request line) gets a problem document too. */
public final class ProblemErrorReportValve extends ErrorReportValve {

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
      // Only constants of ours go in here: nothing to escape.
      response
          .getReporter()
          .write(
              "{\"type\":\"urn:storefront:problem:%s\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\",\"instance\":\"/\",\"code\":\"%s\"}"
                  .formatted(
                      problem.code(),
                      problem.status().getReasonPhrase(),
                      status,
                      problem.detail(),
                      problem.code()));
      response.finishResponse();
    } catch (IOException | IllegalStateException clientIsGone) {
      // Nobody is left to tell.
      return;
    }
  }
}
