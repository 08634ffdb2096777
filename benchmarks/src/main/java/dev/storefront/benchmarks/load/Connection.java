package dev.storefront.benchmarks.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kept-alive HTTP connection that does just what a measurement needs, so that it takes little of
 * the processors that it shares with what is measured. Not thread-safe.
 */
final class Connection implements AutoCloseable {

  private static final int LONGEST_REPLY_MILLIS = 10_000;
  private static final int BUFFER = 16_384;

  private final int port;
  private Socket socket;
  private InputStream in;
  private boolean ended;

  Connection(int port) throws IOException {
    this.port = port;
    this.socket = open();
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(LONGEST_REPLY_MILLIS);
    return socket;
  }

  /** Sends a request, headers and all, and reads the reply; gives its status. */
  int exchange(byte[] request) throws IOException {
    if (ended) {
      socket.close();
      socket = open();
      in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    }
    socket.getOutputStream().write(request);
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    long length = 0;
    boolean chunked = false;
    ended = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring("content-length:".length()).strip());
      }
      // Servers end a connection after so many requests.
      ended |= lower.equals("connection: close");
      chunked |= lower.equals("transfer-encoding: chunked");
    }
    if (chunked) {
      skipChunks();
    } else {
      in.skipNBytes(length);
    }
    return status;
  }

  private void skipChunks() throws IOException {
    long length;
    do {
      length = Long.parseLong(line(), 16);
      in.skipNBytes(length);
      line();
    } while (length > 0);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("The server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /**
   * A request with a body of JSON, or without one.
   *
   * @param headers further ones, each with its name
   */
  static byte[] request(String method, String path, String body, String... headers) {
    byte[] json = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(
                method,
                path,
                json.length,
                Stream.of(headers).map(h -> h + "\r\n").collect(Collectors.joining()));
    byte[] request = new byte[head.length() + json.length];
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
    System.arraycopy(json, 0, request, head.length(), json.length);
    return request;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
