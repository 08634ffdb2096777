package dev.storefront.history.offline;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.util.CollectionUtils;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClient.RequestHeadersSpec;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The jobs of a Flink session cluster, by its REST API. Each call ends within {@link #TIMEOUT},
 * with its whole answer; one that fails throws {@link RestClientException}.
 */
@Component
class FlinkJobs {

  private static final Logger log = LoggerFactory.getLogger(FlinkJobs.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int SHOWN = 500;
  private static final String CAUSE = "Caused by: ";
  private static final Set<String> ENDED =
      Set.of("FAILED", "CANCELED", "FINISHED", "CANCELLING", "FAILING");

  private final OfflineProperties properties;
  private final RestClient flink;

  FlinkJobs(OfflineProperties properties) {
    this.properties = properties;
    JdkClientHttpRequestFactory requests =
        new JdkClientHttpRequestFactory(
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build());
    requests.setReadTimeout(TIMEOUT);
    this.flink = RestClient.builder().baseUrl(properties.flink()).requestFactory(requests).build();
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
      read(flink.get().uri("/overview"));
      return true;
    } catch (RestClientException e) {
      log.info("Flink is not there: {}", e.toString());
      return false;
    }
  }

  /**
   * Orders a job.
   *
   * @return its id
   */
  String order(String mainClass, List<String> arguments) {
    String jar = upload();
    try {
      Map<String, Object> request =
          Map.of(
              "entryClass", mainClass,
              "programArgsList", arguments,
              "parallelism", properties.parallelism());
      return read(flink
              .post()
              .uri("/jars/{jar}/run", jar)
              .contentType(MediaType.APPLICATION_JSON)
              .body(request))
          .path("jobid")
          .asString();
    } finally {
      forget(jar);
    }
  }

  private String upload() {
    Map<String, List<Object>> parts =
        Map.of("jarfile", List.of(new FileSystemResource(properties.jar())));
    String path =
        read(flink
                .post()
                .uri("/jars/upload")
                .contentType(MediaType.MULTIPART_FORM_DATA)
                .body(CollectionUtils.toMultiValueMap(parts)))
            .path("filename")
            .asString();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The job has a copy of its own. */
  private void forget(String jar) {
    try {
      read(flink.delete().uri("/jars/{jar}", jar));
    } catch (RestClientException e) {
      log.info("A jar stays on the Flink cluster: {}", e.toString());
    }
  }

  /** Where a job is. */
  State state(String id) {
    try {
      return switch (read(flink.get().uri("/jobs/{id}", id)).path("state").asString("")) {
        case "FINISHED" -> State.FINISHED;
        case "FAILED", "CANCELED" -> State.FAILED;
        default -> State.UNDER_WAY;
      };
    } catch (HttpClientErrorException.NotFound gone) {
      return State.UNKNOWN;
    }
  }

  /** Why a job failed, for the log: what lies at the bottom of it. */
  String failure(String id) {
    try {
      JsonNode reply = read(flink.get().uri("/jobs/{id}/exceptions?maxExceptions=1", id));
      String trace = reply.at("/exceptionHistory/entries/0/stacktrace").asString("");
      return trace.isBlank() ? "it was cancelled" : cause(trace);
    } catch (HttpClientErrorException.NotFound gone) {
      return "Flink does not know the job any more";
    }
  }

  /** The innermost cause of a stack trace, in a line; also of one that is still JSON. */
  static String cause(String told) {
    String trace = told.replace("\\n", "\n");
    int last = trace.lastIndexOf(CAUSE);
    String line =
        trace.substring(last < 0 ? 0 : last + CAUSE.length()).lines().findFirst().orElse("").trim();
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
  }

  /** What a job has counted, by name. */
  Map<String, Long> counts(String id) {
    Map<String, Long> counts = new HashMap<>();
    read(flink.get().uri("/jobs/{id}/accumulators", id))
        .path("user-task-accumulators")
        .forEach(
            counter ->
                counts.put(
                    counter.path("name").asString(""),
                    Long.parseLong(counter.path("value").asString("0"))));
    return counts;
  }

  /** Ends jobs whose names begin so; they end soon. */
  void cancel(String prefix) {
    read(flink.get().uri("/jobs/overview"))
        .path("jobs")
        .valueStream()
        .filter(job -> job.path("name").asString("").startsWith(prefix))
        .filter(job -> !ENDED.contains(job.path("state").asString("")))
        .forEach(job -> read(flink.patch().uri("/jobs/{id}", job.path("jid").asString(""))));
  }

  private static JsonNode read(RequestHeadersSpec<?> request) {
    JsonNode reply = request.retrieve().body(JsonNode.class);
    return reply == null ? MissingNode.getInstance() : reply;
  }
}
