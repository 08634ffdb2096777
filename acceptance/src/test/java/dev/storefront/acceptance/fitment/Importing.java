package dev.storefront.acceptance.fitment;

import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.suite.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Imports vehicles and SKUs; the service may be killed in the midst of the SKUs. */
final class Importing {

  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final Duration POLL = Duration.ofMillis(50);

  /** Lines that must be refused and spoil no other. */
  private static final String[] BAD_LINES = {
    "no JSON", "{\"skuId\":1,\"kind\":\"SELF\",\"mainSkuId\":1,\"vehicleIds\":[9999999]}"
  };

  private final Trial trial;

  Importing(Trial trial) {
    this.trial = trial;
  }

  void importVehicles() throws IOException {
    JsonNode report = trial.api().importVehicles(trial.load().vehicles().csv());
    long taken = report.path("imported").asLong(0) + report.path("updated").asLong(0);
    trial.require(taken == trial.size().vehicles(), "vehicles were not taken: %s", report);
    trial.journal().done("vehicles", "%,d imported", taken);
  }

  void importSkus() throws IOException {
    Path file = trial.service().folder().resolve("proof.ndjson");
    long pairs = write(file);
    String id = trial.api().importFitment(file);
    Files.delete(file);
    long skus = trial.size().skus();
    String killed = trial.size().killsOften() ? kill(id) : "";
    await()
        .atMost(LONGEST)
        .pollInterval(POLL)
        .until(() -> !view(id).path("state").asString().matches("QUEUED|RUNNING"));
    JsonNode end = view(id);
    trial.require(
        end.path("state").asString().equals("DONE")
            && end.path("skusWritten").asLong() == skus
            && end.path("pairsWritten").asLong() == pairs
            && end.path("linesRejected").asLong() == BAD_LINES.length,
        "the import of %d SKUs and %d pairs ended as %s",
        skus,
        pairs,
        end);
    trial
        .journal()
        .done(
            "import",
            "%,d SKUs with %,d pairs and %d universal ones%s",
            skus,
            pairs,
            trial.model().skus().stream()
                .filter(sku -> trial.model().of(sku).filter(Fitment::universal).isPresent())
                .count(),
            killed);
  }

  private String kill(String id) throws IOException {
    int skus = trial.size().skus();
    await().atMost(LONGEST).pollInterval(POLL).until(() -> written(id) >= skus / 3);
    trial.service().kill();
    trial.journal().say("killed the service in the midst of the import");
    trial.service().restart();
    long writtenThen = written(id);
    trial.require(writtenThen < skus, "the import was over before the kill");
    return "; kill -9 after %,d SKUs".formatted(writtenThen);
  }

  private long write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (String line : BAD_LINES) {
        out.append(line).append('\n');
      }
      for (PlannedSku sku : trial.load().skus()) {
        Fitment fitment = trial.load().imported(sku);
        trial.model().certain(sku.id(), Change.put(fitment));
        out.append(Json.write(fitment.json().and("skuId", sku.id()))).append('\n');
      }
    }
    return trial.model().pairs();
  }

  private long written(String id) throws IOException {
    long written = view(id).path("skusWritten").asLong();
    trial.journal().progress("%,d SKUs are imported", written);
    return written;
  }

  private JsonNode view(String id) throws IOException {
    return trial.api().get("/api/v1/fitment/imports/" + id);
  }
}
