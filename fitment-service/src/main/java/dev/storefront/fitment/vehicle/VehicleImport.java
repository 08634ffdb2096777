package dev.storefront.fitment.vehicle;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import dev.storefront.fitment.lines.Rejections;
import dev.storefront.fitment.vehicle.ParsedLine.VehicleLine;
import io.micrometer.core.annotation.Timed;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Reads a file of vehicles of any size. Its lines are staged in MySQL first, so that new vehicles
 * get their offsets in the order of make, model and year however the file is sorted: vehicles that
 * are alike tend to fit together, and neighbours in a bitmap are cheap to keep.
 */
@Component
class VehicleImport {

  private static final int LONGEST_LINE = 4_096;
  private static final int BATCH = 1_000;

  private final StagedVehicles staged;
  private final OffsetAssignment assignment;
  private final NdjsonVehicles ndjson;
  private final VehicleOffsets offsets;

  VehicleImport(
      StagedVehicles staged,
      OffsetAssignment assignment,
      NdjsonVehicles ndjson,
      VehicleOffsets offsets) {
    this.offsets = offsets;
    this.staged = staged;
    this.assignment = assignment;
    this.ndjson = ndjson;
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "import-vehicles"})
  ImportOutcome run(InputStream in, LineFormat format) throws IOException {
    LineReader lines = new LineReader(in, LONGEST_LINE);
    if (format == LineFormat.CSV && !startsWithHeader(lines)) {
      return new ImportOutcome.WrongHeader(CsvVehicles.HEADER);
    }
    long importId = staged.open();
    try {
      Rejections rejections = new Rejections();
      long accepted = stage(importId, lines, format, rejections);
      long imported = assignment.assignAll(importId);
      return new ImportOutcome.Done(
          new ImportReport(imported, accepted - imported, rejections.count(), rejections.first()));
    } finally {
      offsets.expectNew();
      staged.close(importId);
    }
  }

  private static boolean startsWithHeader(LineReader lines) throws IOException {
    Line header = lines.next();
    return header != null && CsvVehicles.isHeader(header.text());
  }

  private long stage(long importId, LineReader lines, LineFormat format, Rejections rejections)
      throws IOException {
    long accepted = 0;
    List<VehicleLine> batch = new ArrayList<>(BATCH);
    for (Line line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        continue;
      }
      ParsedLine parsed = parse(line, format);
      if (parsed instanceof VehicleLine vehicle) {
        accepted++;
        batch.add(vehicle);
      } else if (parsed instanceof ParsedLine.Invalid invalid) {
        rejections.add(line, invalid.reason());
      }
      if (batch.size() == BATCH) {
        staged.add(importId, batch);
        batch.clear();
      }
    }
    staged.add(importId, batch);
    return accepted;
  }

  private ParsedLine parse(Line line, LineFormat format) {
    if (!line.fault().isEmpty()) {
      return new ParsedLine.Invalid(line.fault());
    }
    return format == LineFormat.CSV ? CsvVehicles.parse(line.text()) : ndjson.parse(line.text());
  }
}
