package dev.storefront.localstack.flink;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A session cluster, by the REST API of its JobManager. Every call ends within a minute; those that
 * wait for a job within {@link #PATIENCE}. A call that fails throws {@link UncheckedIOException},
 * with what the cluster said.
 */
public final class FlinkCluster {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long POLL_MILLIS = 200;
  private static final int ERRORS_FROM = 400;
  private static final Set<String> ENDED =
      Set.of("FAILED", "CANCELED", "FINISHED", "CANCELLING", "FAILING");
  private static final String BOUNDARY = "storefront-jar";

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final String address;

  private FlinkCluster(String address) {
    this.address = address;
  }

  /**
   * The cluster of that JobManager.
   *
   * @param address such as {@code http://127.0.0.1:18081}
   */
  public static FlinkCluster at(String address) {
    return new FlinkCluster(address);
  }

  /**
   * Submits a job, and returns once it runs.
   *
   * @param savepoint where an earlier one of that name left its state; null to begin without
   * @return its id
   */
  public String run(FlinkJob job, @Nullable String savepoint) {
    String jar = upload(job);
    Map<String, Object> request = new HashMap<>();
    request.put("entryClass", job.mainClass());
    request.put("programArgsList", job.arguments());
    request.put("parallelism", job.parallelism());
    if (savepoint != null) {
      request.put("savepointPath", savepoint);
    }
    String id = post("/jars/" + jar + "/run", request).path("jobid").asString();
    await("job " + job.name() + " to run", () -> state(id).equals("RUNNING") && allRun(id));
    return id;
  }

  private String upload(FlinkJob job) {
    String head =
        """
        --%s\r
        Content-Disposition: form-data; name="jarfile"; filename="%s"\r
        Content-Type: application/x-java-archive\r
        \r
        """
            .formatted(BOUNDARY, job.jar().getFileName());
    try {
      BodyPublisher body =
          BodyPublishers.concat(
              BodyPublishers.ofString(head),
              BodyPublishers.ofFile(job.jar()),
              BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"));
      JsonNode reply =
          send(
              to("/jars/upload")
                  .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                  .POST(body));
      String path = reply.path("filename").asString();
      return path.substring(path.lastIndexOf('/') + 1);
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException("there is no " + job.jar(), e);
    }
  }

  /** The id of the job of that name that has not ended. */
  public Optional<String> find(String name) {
    return findMatching(Pattern.quote(name));
  }

  /** The id of a job that has not ended and whose whole name is as the regular expression says. */
  public Optional<String> findMatching(String expression) {
    return StreamSupport.stream(get("/jobs/overview").path("jobs").spliterator(), false)
        .filter(job -> job.path("name").asString("").matches(expression))
        .filter(job -> !ENDED.contains(job.path("state").asString("")))
        .map(job -> job.path("jid").asString(""))
        .findFirst();
  }

  /** Such as RUNNING or RESTARTING. */
  public String state(String id) {
    return get("/jobs/" + id).path("state").asString("");
  }

  /** All jobs with what their tasks are at, as JSON, for who waited in vain. */
  public String overview() {
    return get("/jobs/overview").toString();
  }

  /** True when each step of a job runs in all its parts. */
  public boolean allRun(String id) {
    return vertices(id)
        .allMatch(
            vertex ->
                vertex.path("tasks").path("RUNNING").asInt(0)
                    == vertex.path("parallelism").asInt(-1));
  }

  private Stream<JsonNode> vertices(String id) {
    return StreamSupport.stream(get("/jobs/" + id).path("vertices").spliterator(), false);
  }

  /** How many checkpoints of a job have succeeded since it was submitted. */
  public long checkpoints(String id) {
    return get("/jobs/" + id + "/checkpoints").path("counts").path("completed").asLong(0);
  }

  /**
   * The sum of a metric over all parts of a job, 0 while there is none.
   *
   * @param metric with the step before it, such as {@code merge.redisCalls}
   */
  public long metric(String id, String metric) {
    return vertices(id)
        .map(vertex -> vertex.path("id").asString())
        .mapToLong(vertex -> metric(id, vertex, metric))
        .sum();
  }

  private long metric(String id, String vertex, String metric) {
    JsonNode found =
        get(
            "/jobs/%s/vertices/%s/subtasks/metrics?agg=sum&get=%s"
                .formatted(id, vertex, URLEncoder.encode(metric, StandardCharsets.UTF_8)));
    return Math.round(found.path(0).path("sum").asDouble(0));
  }

  /**
   * Ends a job in order, and returns once it has.
   *
   * @return where its state is
   */
  public String stopWithSavepoint(String id) {
    String trigger =
        post("/jobs/" + id + "/stop", Map.of("drain", false)).path("request-id").asString();
    String path = "/jobs/" + id + "/savepoints/" + trigger;
    await(
        "the savepoint",
        () -> get(path).path("status").path("id").asString("").equals("COMPLETED"));
    JsonNode operation = get(path).path("operation");
    String location = operation.path("location").asString("");
    if (location.isEmpty()) {
      throw new UncheckedIOException(new IOException("no savepoint: " + operation));
    }
    await("the job to end", () -> state(id).equals("FINISHED"));
    return location;
  }

  /** Ends a job at once; returns once it has ended. */
  public void cancel(String id) {
    send(to("/jobs/" + id).method("PATCH", BodyPublishers.noBody()));
    await("the job to end", () -> state(id).equals("CANCELED"));
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(String what, Condition condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new UncheckedIOException(
            new IOException("Flink: waited %d s for %s".formatted(PATIENCE.toSeconds(), what)));
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for " + what, e);
      }
    }
  }

  private JsonNode get(String path) {
    return send(to(path).GET());
  }

  private JsonNode post(String path, Map<String, Object> body) {
    return send(
        to(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(address + path)).timeout(TIMEOUT);
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> reply = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (reply.statusCode() >= ERRORS_FROM) {
        throw new IOException("Flink: " + reply.statusCode() + " " + reply.body());
      }
      return reply.body().isBlank() ? JSON.createObjectNode() : JSON.readTree(reply.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException e) {
      throw new UncheckedIOException(new IOException("Flink answers no JSON", e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Flink was asked", e);
    }
  }
}
