package dev.storefront.common.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Refuses bodies that nobody here can read by what their headers say: 415, whoever sent them. */
final class BodyHeadersFilter extends HttpFilter {

  private static final String AS_IT_IS = "identity";

  private final ProblemWriter problems;

  BodyHeadersFilter(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (isEncoded(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
      response.setHeader(HttpHeaders.ACCEPT_ENCODING, AS_IT_IS);
      problems.write(request, response, StandardProblems.ofStatus(415));
    } else if (isUnread(request)) {
      problems.write(request, response, StandardProblems.ofStatus(415));
    } else {
      chain.doFilter(request, response);
    }
  }

  private static boolean isEncoded(Enumeration<String> encodings) {
    while (encodings.hasMoreElements()) {
      if (!encodings.nextElement().strip().equalsIgnoreCase(AS_IT_IS)) {
        return true;
      }
    }
    return false;
  }

  /** A wildcard says what a client takes, not what it sends; JSON and lines are UTF-8. */
  private static boolean isUnread(HttpServletRequest request) {
    @Nullable String contentType = request.getContentType();
    if (contentType == null) {
      return false;
    }
    try {
      MediaType type = MediaType.parseMediaType(contentType);
      return !type.isConcrete()
          || hasBody(request) && isUtf8Alone(type) && !isPartOfUtf8(type.getCharset());
    } catch (InvalidMediaTypeException e) {
      return false; // Spring MVC refuses it where a body is read.
    }
  }

  private static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0
        || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
  }

  private static boolean isUtf8Alone(MediaType type) {
    return type.getType().equals("text") || type.getSubtype().contains("json");
  }

  private static boolean isPartOfUtf8(@Nullable Charset charset) {
    return charset == null
        || charset.equals(StandardCharsets.UTF_8)
        || charset.equals(StandardCharsets.US_ASCII);
  }
}
