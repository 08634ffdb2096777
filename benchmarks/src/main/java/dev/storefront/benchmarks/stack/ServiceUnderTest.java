package dev.storefront.benchmarks.stack;

import dev.storefront.benchmarks.load.Profile;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.program.ServiceProgram;
import dev.storefront.localstack.server.JavaCommand;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.stack.SuiteService;
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
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/**
 * A service of one's own, started as the stack starts its services: the same jar, the same flags,
 * but for the calls after which the JVM compiles for speed. Those are the JVM's own numbers, so
 * that half a minute warms up what takes some minutes of the stack's services. What it leaves in
 * its {@link Room} is deleted before it starts, and after it ends.
 */
public final class ServiceUnderTest implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(10);
  private static final Duration CALL = Duration.ofMinutes(5);
  private static final int FIRST_NOT_GOOD = 300;

  /** The JVM's own numbers; {@link JavaCommand#service} has twenty times as many. */
  private static final List<String> WARM_SOON =
      List.of(
          "-XX:Tier4InvocationThreshold=5000",
          "-XX:Tier4MinInvocationThreshold=600",
          "-XX:Tier4CompileThreshold=15000",
          "-XX:Tier4BackEdgeThreshold=40000");

  private static final long PAUSE_MILLIS = 100;
  private static final long STOP_SECONDS = 20;

  private final Room room;
  private final SuiteClient issuer;
  private final HttpClient http = HttpClient.newHttpClient();
  private final int port = freePort();
  private final Path log;
  private final Process process;

  private ServiceUnderTest(Home stack, Room room, List<String> settings) {
    this.room = room;
    this.issuer = new SuiteClient(Suite.at(room.ports()));
    String module = room.service().module();
    log = stack.log(module + "-bench");
    Path folder = stack.data(module + "-bench");
    ServiceProgram program = new ServiceProgram(ProjectRoot.find(), module, folder);
    try {
      Files.createDirectories(folder);
      program.bring();
      List<String> command = new ArrayList<>(JavaCommand.service());
      command.addAll(WARM_SOON);
      command.addAll(Profile.flags());
      command.addAll(program.arguments());
      command.addAll(room.settings(port));
      command.addAll(settings);
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A measurement that is broken off must not leave it running.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
  }

  /**
   * Starts it and waits until it is ready.
   *
   * @param settings arguments of its own
   */
  public static ServiceUnderTest start(Home stack, SuiteService service, String... settings) {
    Room room = Room.of(service, stack);
    room.clear();
    ServiceUnderTest started = new ServiceUnderTest(stack, room, List.of(settings));
    try {
      await("a start of " + service.processName() + ", see " + started.log, START, started::isUp);
    } catch (IllegalStateException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** What is its own on the stack's servers. */
  public Room room() {
    return room;
  }

  /** Where it listens on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Its process number. */
  public long pid() {
    return process.pid();
  }

  /** A bearer token of the stack's issuer. */
  public String token(Identity identity) {
    return issuer.token(identity);
  }

  /** Reads as an operator. */
  public JsonNode get(String path) {
    return send(request(path).GET());
  }

  /** Posts a value as JSON, as an operator. */
  public JsonNode post(String path, Object json) {
    return post(path, "application/json", BodyPublishers.ofString(Json.write(json)));
  }

  /** Posts as an operator. */
  public JsonNode post(String path, String type, BodyPublisher body) {
    return send(request(path).header("Content-Type", type).POST(body));
  }

  /** Puts a value as JSON, as an operator. */
  public void put(String path, Object json) {
    send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(Json.write(json))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(CALL)
        .header("Authorization", "Bearer " + token(Identity.operator()));
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> reply = http.send(request.build(), BodyHandlers.ofString());
      if (reply.statusCode() >= FIRST_NOT_GOOD) {
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

  /** Waits for something that comes without being told. */
  public static void await(String what, Duration most, BooleanSupplier isThere) {
    long start = System.nanoTime();
    while (!isThere.getAsBoolean()) {
      if (System.nanoTime() - start > most.toNanos()) {
        throw new IllegalStateException("Waited in vain for " + what);
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private boolean isUp() {
    if (!process.isAlive()) {
      throw new IllegalStateException("It does not start: see " + log);
    }
    try {
      return get("/actuator/health/readiness").path("status").asString().equals("UP");
    } catch (UncheckedIOException | IllegalStateException notYet) {
      return false;
    }
  }

  static int freePort() {
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
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    room.clear();
  }
}
