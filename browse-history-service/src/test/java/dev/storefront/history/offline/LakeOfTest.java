package dev.storefront.history.offline;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.flink.FlinkJob;
import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The lake of a test and the job that fills it. What it takes arrives today; a test has to put it
 * into a day that is over.
 */
public final class LakeOfTest implements AutoCloseable {

  /** Of the lake's midnights. */
  public static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

  /** The jar of the jobs, from the project's root. */
  public static final String JAR = "browse-history-service/jobs/target/browse-history-jobs.jar";

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int CHECKPOINTS = 3;
  private static final String UNDER_WAY = "[._].*";

  private final FlinkCluster flink;
  private final Path folder;
  private final String job;
  private final Set<Path> moved = new HashSet<>();

  private LakeOfTest(FlinkCluster flink, Path folder, String job) {
    this.flink = flink;
    this.folder = folder;
    this.job = job;
  }

  /** Starts the job, which begins at the topic's beginning. */
  public static LakeOfTest start(Backends backends, Namespace namespace, Path folder)
      throws IOException {
    return start(backends, namespace, folder, 500);
  }

  /** The same with checkpoints as far apart; each of them keeps a core busy for a while. */
  public static LakeOfTest start(
      Backends backends, Namespace namespace, Path folder, long checkpointMillis)
      throws IOException {
    FlinkCluster flink = FlinkCluster.at(backends.flink());
    List<String> arguments =
        List.of(
            "--bootstrap-servers", backends.kafkaBootstrapServers(),
            "--namespace", namespace.name(),
            "--lake", folder.toUri().toString().replaceAll("/$", ""),
            "--checkpoint-millis", Long.toString(checkpointMillis),
            "--file-checkpoints", "1");
    FlinkJob job =
        new FlinkJob(
            "page-view-lake",
            ProjectRoot.find().resolve(JAR),
            "dev.storefront.history.lake.PageViewLake",
            arguments,
            1);
    Files.createDirectories(folder);
    Set<Path> before = new HashSet<>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.forEach(before::add);
    }
    LakeOfTest lake = new LakeOfTest(flink, folder, flink.run(job, null));
    lake.moved.addAll(before);
    return lake;
  }

  /** Waits until so many views have come since the start. */
  public void awaitViews(long views) {
    await().atMost(PATIENCE).until(() -> flink.metric(job, "arrival.numRecordsOut") >= views);
  }

  /**
   * Puts what has arrived since the last time into a day, once it is committed.
   *
   * @return the files, where they are now
   */
  public List<Path> moveTo(LocalDate date) throws IOException {
    await()
        .atMost(PATIENCE)
        .ignoreException(UncheckedIOException.class) // of a file that was renamed meanwhile
        .until(this::isAllCommitted);
    Path day = folder.resolve("day=" + date);
    Files.createDirectories(day);
    List<Path> files = new ArrayList<>();
    for (Path part : arrived()) {
      files.add(Files.move(part, day.resolve(part.getFileName())));
    }
    moved.addAll(files);
    return files;
  }

  /**
   * True if nothing is under way but what the job left when a server was killed under it: a part
   * ends with its checkpoint, and one that outlives three is nobody's.
   */
  private boolean isAllCommitted() throws IOException {
    List<Path> before = files("\\..*\\.inprogress\\..*");
    long checkpoints = flink.checkpoints(job);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                files(UNDER_WAY).isEmpty() || flink.checkpoints(job) >= checkpoints + CHECKPOINTS);
    // A second look: one that is renamed just now may be missed.
    return before.containsAll(files(UNDER_WAY));
  }

  private List<Path> arrived() throws IOException {
    return files("[^._].*\\.parquet").stream().filter(file -> !moved.contains(file)).toList();
  }

  private List<Path> files(String name) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.getFileName().toString().matches(name)).toList();
    }
  }

  /** Cancels the job. */
  @Override
  public void close() {
    flink.cancel(job);
  }
}
