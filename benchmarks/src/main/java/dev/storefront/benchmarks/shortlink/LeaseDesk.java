package dev.storefront.benchmarks.shortlink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Answers each call with a lease of the next ids, a millisecond later; it is in this process. */
final class LeaseDesk implements AutoCloseable {

  private static final long AWAY_NANOS = 1_000_000;

  static {
    // Else the end of a reply waits for the acknowledgement of its beginning: 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong leases = new AtomicLong();
  private final int size;
  private final byte[] codes;
  private final Instant end = Instant.now().plus(Duration.ofHours(12));

  /**
   * @param size ids in a lease
   */
  LeaseDesk(int size) {
    this.size = size;
    this.codes =
        IntStream.range(0, size)
            .mapToObj("\"%06d\""::formatted)
            .collect(Collectors.joining(",", "[", "]}]}"))
            .getBytes(StandardCharsets.UTF_8);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange call) throws IOException {
    try (call) {
      call.getRequestBody().readAllBytes();
      LockSupport.parkNanos(AWAY_NANOS);
      long number = leases.incrementAndGet();
      String head =
          """
          {"leaseId":"%d","epoch":%d,"expiresAt":"%s","shortUrlPrefix":"https://s.example/",
          "ranges":[{"first":%d,"last":%d,"codes":\
          """
              .formatted(number, number, end, (number - 1) * size + 1, number * size);
      byte[] begin = head.getBytes(StandardCharsets.UTF_8);
      byte[] lease = ByteBuffer.allocate(begin.length + codes.length).put(begin).put(codes).array();
      call.sendResponseHeaders(200, lease.length);
      call.getResponseBody().write(lease);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
