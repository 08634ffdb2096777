package dev.storefront.common.security;

import dev.storefront.common.web.ProblemWriter;
import dev.storefront.common.web.StandardProblems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/** A token that is no good is 401; one that cannot be checked because the issuer is away, 503. */
final class ProblemEntryPoint implements AuthenticationEntryPoint {

  private static final Logger log = LoggerFactory.getLogger(ProblemEntryPoint.class);

  /** All calls with a token fail while the issuer is away: one line says it for a while. */
  private final OncePer saysSo = new OncePer(Duration.ofSeconds(10));

  private final ProblemWriter problems;
  private final Clock clock;

  ProblemEntryPoint(ProblemWriter problems, Clock clock) {
    this.problems = problems;
    this.clock = clock;
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException error)
      throws IOException {
    if (error instanceof AuthenticationServiceException) {
      if (saysSo.isDue(clock.instant())) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(error);
        log.warn("Tokens cannot be checked: {}", cause.toString());
      }
      problems.write(request, response, StandardProblems.unavailable());
      return;
    }
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    problems.write(request, response, StandardProblems.unauthorized());
  }
}
