package dev.storefront.benchmarks.load;

import dev.storefront.benchmarks.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where a service's threads were at while it was called flat out, by JDK Flight Recorder; for who
 * asks for it with the environment variable {@value #WANTED}. A sample counts for the part of the
 * program that its innermost frame outside of the JDK is in. Threads that are in native code, as
 * who writes to a socket, are not sampled, nor are the compiler's and the collector's; the
 * collector's pauses are told apart.
 */
public final class Profile {

  /** Any value but an empty one. */
  private static final String WANTED = "BENCHMARK_PROFILE";

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  /** So many has a service that others are measured beside. */
  private static final int FEW = 50;

  private static final int THREADS = 6;
  private static final int PARTS = 14;
  private static final int METHODS = 14;
  private static final int PACKAGES_OF_OURS = 4;
  private static final int PACKAGES_OF_OTHERS = 3;
  private static final int PERCENT = 100;
  private static final Set<String> TYPES =
      Set.of("jdk.ExecutionSample", "jdk.GarbageCollection", "jdk.VirtualThreadPinned");
  private static final List<String> OF_THE_JDK = List.of("java.", "jdk.", "sun.", "javax.");

  private final List<RecordedEvent> events;

  private Profile(List<RecordedEvent> events) {
    this.events = events;
  }

  /** A flag for the JVM that is to be profiled, none if nobody asked for it. */
  public static List<String> flags() {
    return isWanted()
        ? List.of(
            "-XX:StartFlightRecording:settings=default,maxsize=200m,jdk.ExecutionSample#period=10ms")
        : List.of();
  }

  private static boolean isWanted() {
    return !System.getenv().getOrDefault(WANTED, "").isBlank();
  }

  /**
   * Adds what was recorded, if anything was.
   *
   * @param pid of a JVM with {@link #flags()}
   * @param rows of the report, and when each was measured
   */
  static void report(Report report, long pid, Map<String, Window> rows) {
    if (!isWanted()) {
      return;
    }
    Profile recorded = new Profile(recordingOf(pid));
    rows.forEach((row, window) -> recorded.reportRow(report, row, window));
    if (Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
      return;
    }
    report.line("");
    report.line(
        "Virtual threads that held a carrier for 20 ms or longer: %d in all of it."
            .formatted(recorded.of("jdk.VirtualThreadPinned").count()));
  }

  private void reportRow(Report report, String row, Window window) {
    List<RecordedEvent> samples =
        of("jdk.ExecutionSample").filter(window::has).filter(Profile::hasFrames).toList();
    if (samples.size() < FEW) {
      return;
    }
    List<Duration> pauses =
        of("jdk.GarbageCollection")
            .filter(window::has)
            .map(event -> event.getDuration("sumOfPauses"))
            .toList();
    report.line("");
    report.line("### %s: %d samples".formatted(row.replace("*", ""), samples.size()));
    report.line("");
    report.line("- threads: " + shares(samples, THREADS, Profile::thread));
    report.line("- parts: " + shares(samples, PARTS, Profile::part));
    report.line("- methods: " + shares(samples, METHODS, Profile::method));
    report.line(
        "- collections: %d, %d ms in all, the longest %d ms"
            .formatted(
                pauses.size(),
                pauses.stream().mapToLong(Duration::toMillis).sum(),
                pauses.stream().mapToLong(Duration::toMillis).max().orElse(0)));
  }

  private Stream<RecordedEvent> of(String type) {
    return events.stream().filter(event -> event.getEventType().getName().equals(type));
  }

  private static String shares(
      List<RecordedEvent> samples, int most, Function<RecordedEvent, String> name) {
    Map<String, Integer> counts = new HashMap<>();
    samples.forEach(sample -> counts.merge(name.apply(sample), 1, Integer::sum));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(most)
        .map(
            count ->
                "%s %d %%".formatted(count.getKey(), PERCENT * count.getValue() / samples.size()))
        .collect(Collectors.joining(", "));
  }

  private static boolean hasFrames(RecordedEvent sample) {
    return sample.getStackTrace() != null && !sample.getStackTrace().getFrames().isEmpty();
  }

  private static String thread(RecordedEvent sample) {
    RecordedThread thread = sample.getThread("sampledThread");
    String name = thread == null || thread.getJavaName() == null ? "" : thread.getJavaName();
    return name.isBlank() ? "(virtual)" : name.replaceAll("\\d+", "#");
  }

  private static RecordedMethod place(RecordedEvent sample) {
    return sample.getStackTrace().getFrames().stream()
        .map(frame -> frame.getMethod())
        .filter(method -> OF_THE_JDK.stream().noneMatch(className(method)::startsWith))
        .findFirst()
        .orElse(sample.getStackTrace().getFrames().get(0).getMethod());
  }

  private static String part(RecordedEvent sample) {
    String name = className(place(sample));
    int packages = name.startsWith("dev.storefront.") ? PACKAGES_OF_OURS : PACKAGES_OF_OTHERS;
    String[] names = name.split("\\.");
    return Stream.of(names)
        .limit(Math.min(packages, names.length - 1L))
        .collect(Collectors.joining("."));
  }

  private static String method(RecordedEvent sample) {
    RecordedMethod method = place(sample);
    String name = className(method);
    return name.substring(name.lastIndexOf('.') + 1) + "." + method.getName();
  }

  private static String className(RecordedMethod method) {
    return method.getType().getName();
  }

  private static List<RecordedEvent> recordingOf(long pid) {
    try {
      Path file = Files.createTempFile("profile", ".jfr");
      try {
        int exit =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    Long.toString(pid),
                    "JFR.dump",
                    "filename=" + file)
                .inheritIO()
                .start()
                .waitFor();
        return exit == 0 ? read(file) : List.of();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<RecordedEvent> read(Path file) throws IOException {
    List<RecordedEvent> events = new ArrayList<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (TYPES.contains(event.getEventType().getName())) {
          events.add(event);
        }
      }
    }
    return events;
  }

  /** A time in which a row was measured. */
  record Window(Instant from, Instant to) {

    private boolean has(RecordedEvent event) {
      return !event.getStartTime().isBefore(from) && event.getStartTime().isBefore(to);
    }
  }
}
