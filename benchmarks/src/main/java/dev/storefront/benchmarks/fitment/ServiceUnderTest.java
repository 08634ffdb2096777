package dev.storefront.benchmarks.fitment;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.JavaCommand;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A fitment-service of its own, started as the stack starts its own one: the same jar, the same
 * flags. What it leaves on the stack's servers is deleted before it starts, and after it ends.
 */
final class ServiceUnderTest implements AutoCloseable {

  private static final String HEAP = "224m";
  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration CALL = Duration.ofMinutes(5);
  private static final int PAUSE_MILLIS = 200;

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port = freePort();
  private final BenchRoom room;
  private final String token;
  private final Process process;

  private ServiceUnderTest(Home stack, PortAssignment ports) {
    room = new BenchRoom(ports);
    room.clear();
    token = new SuiteClient(Suite.at(ports)).token(Identity.operator());
    Path root = ProjectRoot.find();
    List<String> command = new ArrayList<>(JavaCommand.start(HEAP));
    command.addAll(List.of("-XX:MaxMetaspaceSize=160m", "-XX:ReservedCodeCacheSize=96m", "-jar"));
    command.add(root.resolve("fitment-service/target/fitment-service-exec.jar").toString());
    command.addAll(BenchSettings.of(ports, port));
    try {
      process =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectErrorStream(true)
              .redirectOutput(stack.log("fitment-bench").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it and waits until it is ready. */
  static ServiceUnderTest start(Home stack, PortAssignment ports) {
    ServiceUnderTest started = new ServiceUnderTest(stack, ports);
    long deadline = System.nanoTime() + START.toNanos();
    while (!started.isReady()) {
      if (!started.process.isAlive() || System.nanoTime() > deadline) {
        started.close();
        throw new IllegalStateException("It does not start: see " + stack.log("fitment-bench"));
      }
      pause();
    }
    return started;
  }

  int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  /** Turns its near cache on or off, as an operator does. */
  void nearCache(boolean on) {
    room.setSwitch("near-cache", on ? "on" : "off");
  }

  JsonNode get(String path) {
    return send(request(path).GET());
  }

  /** Posts as an operator. */
  JsonNode post(String path, String type, BodyPublisher body) {
    return send(request(path).header("Content-Type", type).POST(body));
  }

  /** Posts an import of fitment, and gives its id. */
  String beginImport(Path ndjson) {
    try {
      return post(
              "/api/v1/fitment/imports",
              "application/x-ndjson",
              HttpRequest.BodyPublishers.ofFile(ndjson))
          .path("id")
          .asString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How an import goes. */
  JsonNode importOf(String id) {
    return get("/api/v1/fitment/imports/" + id);
  }

  /** Waits for the end of an import. */
  JsonNode awaitImport(String id) {
    JsonNode found = importOf(id);
    while (!found.path("state").asString().equals("COMPLETED")) {
      if (found.path("state").asString().equals("FAILED")) {
        throw new IllegalStateException("The import failed: " + found);
      }
      pause();
      found = importOf(id);
    }
    return found;
  }

  static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(CALL)
        .header("Authorization", "Bearer " + token);
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> reply = http.send(request.build(), BodyHandlers.ofString());
      if (reply.statusCode() >= 300) {
        throw new IllegalStateException(
            "%s: %d %s".formatted(reply.uri(), reply.statusCode(), reply.body()));
      }
      return Json.read(reply.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isReady() {
    try {
      return get("/actuator/health/readiness").path("status").asString().equals("UP");
    } catch (UncheckedIOException | IllegalStateException notYet) {
      return false;
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    room.clear();
    room.close();
  }
}
