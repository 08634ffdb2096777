package dev.storefront.shortlink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and the service, and lets nothing through while that is away. */
final class Relay implements AutoCloseable {

  private static final List<String> HEADERS = List.of("Authorization", "Content-Type");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean away;
  private volatile boolean losing;

  /**
   * @param port the service's
   */
  Relay(int port) {
    this.port = port;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void isAway(boolean now) {
    away = now;
  }

  /** Has the service carried calls out whose answers nobody gets. */
  void losesAnswers(boolean now) {
    losing = now;
  }

  /** How many calls found nobody. */
  int refused() {
    return refused.get();
  }

  private void pass(HttpExchange call) throws IOException {
    try (call) {
      byte[] body = call.getRequestBody().readAllBytes();
      if (away) {
        refused.incrementAndGet();
        call.sendResponseHeaders(503, -1);
        return;
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + call.getRequestURI()))
              .method(call.getRequestMethod(), BodyPublishers.ofByteArray(body));
      HEADERS.forEach(
          name -> {
            String value = call.getRequestHeaders().getFirst(name);
            if (value != null) {
              request.header(name, value);
            }
          });
      HttpResponse<byte[]> reply = http.send(request.build(), BodyHandlers.ofByteArray());
      if (losing) {
        call.sendResponseHeaders(502, -1);
        return;
      }
      call.sendResponseHeaders(
          reply.statusCode(), reply.body().length == 0 ? -1 : reply.body().length);
      call.getResponseBody().write(reply.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
