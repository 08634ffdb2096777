package dev.storefront.fitment.imports;

import dev.storefront.fitment.lines.Line;
import dev.storefront.fitment.lines.LineReader;
import dev.storefront.fitment.sku.SkuFitments;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Works a file through, some lines at a time. While a server is away it waits and tries those lines
 * again: writing a SKU twice does no harm. After a restart it goes on behind the lines that are
 * done.
 */
@Component
class ImportRun {

  private static final Logger log = LoggerFactory.getLogger(ImportRun.class);

  /** Half a million vehicle ids and what stands around them. */
  private static final int LONGEST_LINE = 8 * 1024 * 1024;

  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int MOST_TRIES = 360;

  private final Spool spool;
  private final ImportTable table;
  private final FitmentLines parser;
  private final SkuFitments skus;

  ImportRun(Spool spool, ImportTable table, FitmentLines parser, SkuFitments skus) {
    this.spool = spool;
    this.table = table;
    this.parser = parser;
    this.skus = skus;
  }

  void run(FitmentImport started) throws InterruptedException {
    String id = started.id();
    ImportState end = ImportState.COMPLETED;
    try (InputStream in = spool.open(id)) {
      workThrough(started, in);
    } catch (IOException | RuntimeException e) {
      log.error("Import {} ends before its last line", id, e);
      end = ImportState.FAILED;
    }
    ImportState ended = end;
    patiently(() -> table.end(id, ended));
    spool.delete(id);
    log.info("Import {} is {}", id, ended);
  }

  private void workThrough(FitmentImport started, InputStream in)
      throws IOException, InterruptedException {
    LineReader lines = new LineReader(in, LONGEST_LINE);
    FitmentImport progress = started;
    LineBatch batch = new LineBatch(started.linesRead());
    for (Line line = lines.next(); line != null; line = lines.next()) {
      if (line.number() <= started.linesRead()) {
        continue;
      }
      ParsedFitment parsed = parse(line);
      boolean repeated =
          parsed instanceof ParsedFitment.Valid valid && batch.has(valid.fitment().skuId());
      if (batch.isFull() || repeated) {
        progress = write(batch, progress);
        batch = new LineBatch(progress.linesRead());
      }
      put(line, parsed, batch);
    }
    if (!batch.isEmpty()) {
      write(batch, progress);
    }
  }

  private ParsedFitment parse(Line line) throws InterruptedException {
    if (!line.fault().isEmpty()) {
      return new ParsedFitment.Invalid(line.fault());
    }
    ParsedFitment[] parsed = {new ParsedFitment.Invalid("")};
    if (!line.isBlank()) {
      patiently(() -> parsed[0] = parser.parse(line.text()));
    }
    return parsed[0];
  }

  private static void put(Line line, ParsedFitment parsed, LineBatch batch) {
    if (line.isBlank()) {
      batch.skip(line.number());
    } else if (parsed instanceof ParsedFitment.Valid valid) {
      batch.add(line.number(), valid.fitment());
    } else if (parsed instanceof ParsedFitment.Invalid invalid) {
      batch.reject(line.number(), invalid.reason());
    }
  }

  private FitmentImport write(LineBatch batch, FitmentImport progress) throws InterruptedException {
    FitmentImport after = progress.after(batch);
    patiently(() -> skus.replaceAll(batch.fitments()));
    patiently(() -> table.save(after, batch.rejected()));
    return after;
  }

  /** Tries for half an hour; what fails for longer will not get better by itself. */
  private static void patiently(Runnable step) throws InterruptedException {
    long pause = SHORTEST_PAUSE_MILLIS;
    for (int tries = 1; ; tries++) {
      try {
        step.run();
        return;
      } catch (RuntimeException e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
        log.warn("An import waits {} ms and tries again: {}", pause, e.toString());
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }
}
