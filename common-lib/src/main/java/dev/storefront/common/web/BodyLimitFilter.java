package dev.storefront.common.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Refuses bodies that are too long: by their declared length at once, else while they are read. */
final class BodyLimitFilter extends HttpFilter {

  private final long defaultLimit;
  private final Map<PathPattern, Long> limits = new LinkedHashMap<>();
  private final ProblemWriter problems;

  BodyLimitFilter(WebProperties properties, ProblemWriter problems) {
    this.defaultLimit = properties.maxBodySize().toBytes();
    this.problems = problems;
    properties
        .bodySizes()
        .forEach(
            (path, size) ->
                limits.put(PathPatternParser.defaultInstance.parse(path), size.toBytes()));
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long limit = hasBody(request) ? limitOf(request.getRequestURI()) : -1;
    if (limit < 0) {
      chain.doFilter(request, response);
    } else if (request.getContentLengthLong() > limit) {
      problems.write(request, response, tooLarge(limit));
    } else {
      chain.doFilter(new LimitedRequest(request, limit), response);
    }
  }

  private static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0
        || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
  }

  static Problem tooLarge(long limit) {
    return Problem.of(
        org.springframework.http.HttpStatus.CONTENT_TOO_LARGE,
        "body-too-large",
        "The request body is longer than " + limit + " bytes.");
  }

  private long limitOf(String path) {
    if (limits.isEmpty()) {
      return defaultLimit;
    }
    PathContainer parsed = PathContainer.parsePath(path);
    for (Map.Entry<PathPattern, Long> limit : limits.entrySet()) {
      if (limit.getKey().matches(parsed)) {
        return limit.getValue();
      }
    }
    return defaultLimit;
  }

  private static final class LimitedRequest extends HttpServletRequestWrapper {

    private final long limit;

    LimitedRequest(HttpServletRequest request, long limit) {
      super(request);
      this.limit = limit;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new LimitedStream(super.getInputStream(), limit);
    }

    @Override
    public BufferedReader getReader() throws IOException {
      return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
  }

  private static final class LimitedStream extends ServletInputStream {

    private final ServletInputStream in;
    private final long limit;
    private long bytesRead;

    LimitedStream(ServletInputStream in, long limit) {
      this.in = in;
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int n = in.read(bytes, offset, length);
      count(Math.max(n, 0));
      return n;
    }

    private void count(int n) throws BodyTooLargeException {
      bytesRead += n;
      if (bytesRead > limit) {
        throw new BodyTooLargeException(limit);
      }
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
