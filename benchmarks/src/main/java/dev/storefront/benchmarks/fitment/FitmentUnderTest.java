package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** A fitment-service of its own. */
final class FitmentUnderTest implements AutoCloseable {

  private static final Duration LONGEST_IMPORT = Duration.ofMinutes(30);

  private final ServiceUnderTest service;

  private FitmentUnderTest(ServiceUnderTest service) {
    this.service = service;
  }

  /** Starts it and waits until it is ready. */
  static FitmentUnderTest start(Home stack) {
    return new FitmentUnderTest(ServiceUnderTest.start(stack, SuiteService.FITMENT));
  }

  int port() {
    return service.port();
  }

  long pid() {
    return service.pid();
  }

  /** Turns its near cache on or off, as an operator does. */
  void nearCache(boolean on) {
    service.room().setSwitch("near-cache", on ? "on" : "off");
  }

  /** A bearer token of an operator. */
  String token() {
    return service.token(Identity.operator());
  }

  JsonNode get(String path) {
    return service.get(path);
  }

  /** Posts as an operator. */
  JsonNode post(String path, String type, BodyPublisher body) {
    return service.post(path, type, body);
  }

  /** Posts an import of fitment, and gives its id. */
  String beginImport(Path ndjson) {
    try {
      return post("/api/v1/fitment/imports", "application/x-ndjson", BodyPublishers.ofFile(ndjson))
          .path("id")
          .asString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * How an import goes.
   *
   * @throws IllegalStateException if it failed
   */
  JsonNode importOf(String id) {
    JsonNode found = get("/api/v1/fitment/imports/" + id);
    if (found.path("state").asString().equals("FAILED")) {
      throw new IllegalStateException("The import failed: " + found);
    }
    return found;
  }

  /** Waits for the end of an import. */
  void awaitImport(String id) {
    ServiceUnderTest.await(
        "an import", LONGEST_IMPORT, () -> importOf(id).path("state").asString().equals("DONE"));
  }

  @Override
  public void close() {
    service.close();
  }
}
