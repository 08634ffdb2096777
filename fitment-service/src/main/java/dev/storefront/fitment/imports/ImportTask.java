package dev.storefront.fitment.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.aces.AcesFileException;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Works through an import, by the format of its file. */
@Component
class ImportTask implements RunTask<ImportRequest, Progress> {

  private final NdjsonRun ndjson;
  private final AcesRun aces;

  ImportTask(NdjsonRun ndjson, AcesRun aces) {
    this.ndjson = ndjson;
    this.aces = aces;
  }

  @Override
  public RunOutcome work(ActiveRun<ImportRequest, Progress> run)
      throws IOException, InterruptedException {
    try {
      switch (run.request().format()) {
        case NDJSON -> ndjson.run(run);
        case ACES -> aces.run(run);
      }
      return new RunOutcome.Done();
    } catch (AcesFileException e) {
      return new RunOutcome.Failed(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void clear(Run<ImportRequest, Progress> over) {
    aces.clear(over.id());
  }
}
