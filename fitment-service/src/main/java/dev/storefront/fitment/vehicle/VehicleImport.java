package dev.storefront.fitment.vehicle;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.fitment.lines.JsonLines;
import dev.storefront.fitment.lines.LoadReport;
import dev.storefront.fitment.vehicle.OffsetAssignment.Taken;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a file of vehicles of any size. Its lines are staged in MySQL first, so that new vehicles
 * get their offsets in the order of make, model and year however the file is sorted: vehicles that
 * are alike tend to fit together, and neighbours in a bitmap are cheap to keep.
 */
@Component
class VehicleImport {

  private final StagedVehicles staged;
  private final OffsetAssignment assignment;
  private final JsonLines json;
  private final VehicleOffsets offsets;

  VehicleImport(
      StagedVehicles staged, OffsetAssignment assignment, JsonMapper json, VehicleOffsets offsets) {
    this.offsets = offsets;
    this.staged = staged;
    this.assignment = assignment;
    this.json = new JsonLines(json);
  }

  /**
   * @param csv true for {@link VehicleLine#TABLE}, false for a {@link VehicleLine.Said} each line
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-request} if a table has
   *     another header; then nothing was written
   */
  @UseCase("import-vehicles")
  ImportReport run(InputStream in, boolean csv) throws IOException {
    long importId = staged.open();
    try {
      Consumer<List<VehicleLine>> stage = lines -> staged.add(importId, lines);
      LoadReport lines =
          csv
              ? VehicleLine.TABLE.load(in, VehicleLine::row, stage)
              : json.load(in, VehicleLine.Said.class, VehicleLine::check, stage);
      long imported = assign(importId);
      return new ImportReport(
          imported, lines.imported() - imported, lines.rejectedCount(), lines.rejected());
    } finally {
      offsets.expectNew();
      staged.close(importId);
    }
  }

  private long assign(long importId) {
    long imported = 0;
    Taken taken;
    do {
      taken = assignment.assignSome(importId);
      imported += taken.imported();
    } while (!taken.all());
    return imported;
  }
}
