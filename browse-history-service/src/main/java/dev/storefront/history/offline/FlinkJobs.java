package dev.storefront.history.offline;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The jobs of a Flink session cluster, by its REST API. Each call ends within {@link #TIMEOUT},
 * with its whole answer; one that fails throws {@link IOException}.
 */
@Component
class FlinkJobs {

  private static final Logger log = LoggerFactory.getLogger(FlinkJobs.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int ERRORS_FROM = 400;
  private static final int NOT_FOUND = 404;
  private static final int SHOWN = 500;
  private static final String CAUSE = "Caused by: ";
  private static final String BOUNDARY = "storefront-jobs";
  private static final Set<String> ENDED =
      Set.of("FAILED", "CANCELED", "FINISHED", "CANCELLING", "FAILING");

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final OfflineProperties properties;
  private final JsonMapper json;

  FlinkJobs(OfflineProperties properties, JsonMapper json) {
    this.properties = properties;
    this.json = json;
  }

  /** Where a job is. */
  enum State {
    UNDER_WAY,
    FINISHED,
    FAILED,
    UNKNOWN
  }

  /** True if there is a cluster that answers, and a jar for it. */
  boolean areAvailable() {
    if (!properties.hasCluster() || !Files.isReadable(Path.of(properties.jar()))) {
      return false;
    }
    try {
      send(to("/overview").GET());
      return true;
    } catch (IOException e) {
      log.info("Flink is not there: {}", e.toString());
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Orders a job.
   *
   * @return its id
   */
  String order(String mainClass, List<String> arguments) throws IOException, InterruptedException {
    String jar = upload();
    try {
      Map<String, Object> request = new HashMap<>();
      request.put("entryClass", mainClass);
      request.put("programArgsList", arguments);
      request.put("parallelism", properties.parallelism());
      JsonNode reply =
          send(
              to("/jars/" + jar + "/run")
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(json.writeValueAsString(request))));
      return reply.path("jobid").asString();
    } finally {
      forget(jar);
    }
  }

  private String upload() throws IOException, InterruptedException {
    Path jar = Path.of(properties.jar());
    String head =
        """
        --%s\r
        Content-Disposition: form-data; name="jarfile"; filename="%s"\r
        Content-Type: application/x-java-archive\r
        \r
        """
            .formatted(BOUNDARY, jar.getFileName());
    JsonNode reply =
        send(
            to("/jars/upload")
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(
                    BodyPublishers.concat(
                        BodyPublishers.ofString(head),
                        BodyPublishers.ofFile(jar),
                        BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"))));
    String path = reply.path("filename").asString();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The job has a copy of its own. */
  private void forget(String jar) throws InterruptedException {
    try {
      send(to("/jars/" + jar).DELETE());
    } catch (IOException e) {
      log.info("A jar stays on the Flink cluster: {}", e.toString());
    }
  }

  /** Where a job is. */
  State state(String id) throws IOException, InterruptedException {
    HttpResponse<String> reply = reply(to("/jobs/" + id).GET());
    if (reply.statusCode() == NOT_FOUND) {
      return State.UNKNOWN;
    }
    return switch (read(reply).path("state").asString("")) {
      case "FINISHED" -> State.FINISHED;
      case "FAILED", "CANCELED" -> State.FAILED;
      default -> State.UNDER_WAY;
    };
  }

  /** Why a job failed, for the log: what lies at the bottom of it. */
  String failure(String id) throws IOException, InterruptedException {
    HttpResponse<String> reply = reply(to("/jobs/" + id + "/exceptions?maxExceptions=1").GET());
    if (reply.statusCode() == NOT_FOUND) {
      return "Flink does not know the job any more";
    }
    JsonNode newest = read(reply).path("exceptionHistory").path("entries").path(0);
    String trace = newest.path("stacktrace").asString("");
    return trace.isBlank() ? "it was cancelled" : cause(trace);
  }

  /** The innermost cause of a stack trace, in a line. */
  static String cause(String trace) {
    int last = trace.lastIndexOf(CAUSE);
    String line =
        trace.substring(last < 0 ? 0 : last + CAUSE.length()).lines().findFirst().orElse("").trim();
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
  }

  /** What a job has counted, by name. */
  Map<String, Long> counts(String id) throws IOException, InterruptedException {
    JsonNode reply = send(to("/jobs/" + id + "/accumulators").GET());
    Map<String, Long> counts = new HashMap<>();
    for (JsonNode accumulator : reply.path("user-task-accumulators").values()) {
      counts.put(
          accumulator.path("name").asString(""),
          Long.parseLong(accumulator.path("value").asString("0")));
    }
    return counts;
  }

  /** Ends jobs whose names begin so, and returns how many that were; they end soon. */
  int cancel(String prefix) throws IOException, InterruptedException {
    List<String> ids =
        StreamSupport.stream(send(to("/jobs/overview").GET()).path("jobs").spliterator(), false)
            .filter(job -> job.path("name").asString("").startsWith(prefix))
            .filter(job -> !ENDED.contains(job.path("state").asString("")))
            .map(job -> job.path("jid").asString(""))
            .toList();
    for (String id : ids) {
      send(to("/jobs/" + id).method("PATCH", BodyPublishers.noBody()));
    }
    return ids.size();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(properties.flink() + path)).timeout(TIMEOUT);
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return read(reply(request));
  }

  private HttpResponse<String> reply(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    // The request's own time-out is over once the answer begins.
    CompletableFuture<HttpResponse<String>> reply =
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    try {
      return reply.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException("Flink: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException("Flink did not answer within " + TIMEOUT.toSeconds() + " s", e);
    } finally {
      reply.cancel(true);
    }
  }

  private JsonNode read(HttpResponse<String> reply) throws IOException {
    if (reply.statusCode() >= ERRORS_FROM) {
      throw new IOException("Flink: " + reply.statusCode() + " " + errors(reply.body()));
    }
    try {
      return reply.body().isBlank() ? json.createObjectNode() : json.readTree(reply.body());
    } catch (JacksonException e) {
      throw new IOException("Flink answers no JSON", e);
    }
  }

  /** What Flink says went wrong; stack traces without their middle. */
  private String errors(String body) {
    try {
      return json.readTree(body)
          .path("errors")
          .valueStream()
          .map(error -> cause(error.asString("")))
          .collect(Collectors.joining("; "));
    } catch (JacksonException e) {
      return cause(body);
    }
  }
}
