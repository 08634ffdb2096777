package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.program.ServiceProgram;
import dev.storefront.localstack.server.JavaCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of several flash-sale-services at once.
 *
 * @param port where it listens on 127.0.0.1
 * @param settings environment variables
 */
record Instance(String name, int port, ServiceProgram program, Map<String, String> settings)
    implements ManagedServer {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public List<Port> ports() {
    return List.of();
  }

  @Override
  public List<Integer> listensOn(PortAssignment assignment) {
    return List.of(port);
  }

  @Override
  public void prepare() throws IOException {
    program.bring();
  }

  @Override
  public List<String> command() {
    List<String> command = new ArrayList<>(JavaCommand.quickStart("256m"));
    command.addAll(program.arguments());
    return command;
  }

  @Override
  public Map<String, String> environment() {
    return settings;
  }

  @Override
  public boolean healthy() {
    HttpRequest ready =
        HttpRequest.newBuilder(address().resolve("/actuator/health/readiness"))
            .timeout(TIMEOUT)
            .build();
    try {
      return HTTP.send(ready, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException away) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
