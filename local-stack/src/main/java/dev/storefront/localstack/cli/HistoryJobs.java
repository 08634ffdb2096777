package dev.storefront.localstack.cli;

import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.flink.FlinkJob;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.stack.LocalStack;
import dev.storefront.localstack.stack.SuiteService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jobs of browse-history-service on the stack's Flink. One that runs stays, unless its jar has
 * been built anew: then the new one goes on from where the old one stopped.
 */
final class HistoryJobs {

  private static final String ENGINE = "recording-engine";
  private static final String JAR = "browse-history-service/jobs/target/browse-history-jobs.jar";

  private final LocalStack stack;
  private final Terminal terminal;
  private final FlinkCluster flink;

  HistoryJobs(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
    this.flink = FlinkCluster.at("http://" + stack.ports().address(Port.FLINK));
  }

  /** Submits what does not run, and has the service leave the recording of views to Flink. */
  void run() throws IOException {
    for (FlinkJob job : jobs()) {
      submit(job);
    }
    engine(stack.ports(), Optional.of("flink"));
  }

  /** For a stack that had Flink and is started without it. */
  static void leaveRecordingToTheService(PortAssignment ports) throws IOException {
    engine(ports, Optional.empty());
  }

  private static void engine(PortAssignment ports, Optional<String> engine) throws IOException {
    String service = SuiteService.BROWSE_HISTORY.processName();
    try (ConfigurationCentre centre =
        ConfigurationCentre.of(service, ports.address(Port.ZOOKEEPER))) {
      if (!centre.text(ENGINE).equals(engine)) {
        centre.set(ENGINE, engine);
      }
    }
  }

  private List<FlinkJob> jobs() {
    PortAssignment ports = stack.ports();
    Path jar = ProjectRoot.find().resolve(JAR);
    String redis =
        Stream.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3)
            .map(ports::address)
            .collect(Collectors.joining(","));
    return List.of(
        new FlinkJob(
            "page-view-ingest",
            jar,
            "dev.storefront.history.ingest.PageViewIngest",
            List.of("--bootstrap-servers", ports.address(Port.KAFKA), "--redis", redis),
            1),
        new FlinkJob(
            "page-view-lake",
            jar,
            "dev.storefront.history.lake.PageViewLake",
            List.of(
                "--bootstrap-servers",
                ports.address(Port.KAFKA),
                "--lake",
                stack.home().data("lake").toUri().toString(),
                "--checkpoint-millis",
                "30000"),
            1));
  }

  private void submit(FlinkJob job) throws IOException {
    Path submitted = stack.home().data("flink-jobs").resolve(job.name());
    String current = Files.getLastModifiedTime(job.jar()) + " " + Files.size(job.jar());
    Optional<String> running = flink.find(job.name());
    if (running.isEmpty()) {
      flink.run(job, null);
      terminal.line("Flink: started " + job.name());
    } else if (!Files.exists(submitted) || !Files.readString(submitted).equals(current)) {
      flink.run(job, flink.stopWithSavepoint(running.get()));
      terminal.line("Flink: upgraded " + job.name());
    }
    Files.createDirectories(submitted.getParent());
    Files.writeString(submitted, current);
  }
}
