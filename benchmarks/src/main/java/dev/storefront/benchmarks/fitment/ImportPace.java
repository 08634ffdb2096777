package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.process.ProcessMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * An import of ten million pairs through {@code POST /api/v1/fitment/imports}: how fast it is, and
 * that the service's memory stays where it was, however much was taken in.
 */
public final class ImportPace {

  private static final int GROUPS = 100;
  private static final int FITS_PER_SKU = 500;
  private static final long PAIRS = (long) GROUPS * BenchData.SKUS_OF_A_GROUP * FITS_PER_SKU;
  private static final int SAMPLES = 10;
  private static final Duration LONGEST_SAMPLE = Duration.ofMinutes(10);
  private static final long MIB = 1024 * 1024;

  private final Report report;
  private final FitmentUnderTest service;

  private ImportPace(Report report, FitmentUnderTest service) {
    this.report = report;
    this.service = service;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (FitmentUnderTest service = FitmentUnderTest.start(stack)) {
      BenchData.importVehicles(service);
      new ImportPace(report, service).run();
    }
  }

  private void run() {
    Path file = BenchData.skus(GROUPS, FITS_PER_SKU, Fits.RUNS_OF_12);
    report.line(
        "20,000 SKUs in groups of 200, each with 500 of 300,000 vehicles in runs of 12; %d MiB of NDJSON."
            .formatted(file.toFile().length() / MIB));
    report.line("");
    report.head(
        "pairs written",
        "seconds",
        "pairs/s since the row before",
        "heap after GC, MiB",
        "RSS, MiB");
    row(0, 0, 0);
    long start = System.nanoTime();
    String id = service.beginImport(file);
    long pairs = 0;
    long before = start;
    for (int sample = 1; sample <= SAMPLES; sample++) {
      long wanted = PAIRS * sample / SAMPLES;
      ServiceUnderTest.await("an import", LONGEST_SAMPLE, () -> written(id) >= wanted);
      long written = written(id);
      long now = System.nanoTime();
      row(written, (now - start) / 1e9, (written - pairs) / ((now - before) / 1e9));
      pairs = written;
      before = now;
    }
    service.awaitImport(id);
    double seconds = (System.nanoTime() - start) / 1e9;
    report.line("");
    report.line(
        "%.0f pairs a second over all, from the request to its end.".formatted(PAIRS / seconds));
  }

  private long written(String id) {
    return service.importOf(id).path("pairsWritten").asLong(0);
  }

  private void row(long pairs, double seconds, double pace) {
    report.row(
        pairs,
        "%.1f".formatted(seconds),
        "%.0f".formatted(pace),
        heapAfterGc() / MIB,
        ProcessMemory.residentMiB(service.pid()));
  }

  private long heapAfterGc() {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      new ProcessBuilder(jcmd, Long.toString(service.pid()), "GC.run")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return service
        .get("/actuator/metrics/jvm.memory.used?tag=area:heap")
        .at("/measurements/0/value")
        .asLong(0);
  }
}
