package dev.storefront.fitment.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.common.spool.Spool;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Works through imports whose files are here. */
@Component
class ImportTask implements RunTask<ImportRequest, Progress> {

  private final Spool spool;
  private final Map<ImportFormat, ImportRun> formats;

  ImportTask(Spool spool, List<ImportRun> formats) {
    this.spool = spool;
    this.formats =
        formats.stream().collect(Collectors.toMap(ImportRun::format, Function.identity()));
  }

  @Override
  public boolean canWorkOn(Run<ImportRequest, Progress> run) {
    return spool.isInCharge(run.request().file(), run.updatedAt());
  }

  @Override
  public RunOutcome work(ActiveRun<ImportRequest, Progress> run)
      throws IOException, InterruptedException {
    if (!spool.has(run.request().file())) {
      return new RunOutcome.Failed("Its file is lost.");
    }
    ImportRun format = formats.get(run.request().format());
    if (format == null) {
      throw new IllegalStateException("No way to work through " + run.request().format());
    }
    try {
      format.run(run);
      return new RunOutcome.Done();
    } catch (UnreadableFileException e) {
      return new RunOutcome.Failed(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void clear(Run<ImportRequest, Progress> over) {
    formats.values().forEach(format -> format.clear(over.id()));
    spool.delete(over.request().file());
  }

  @Override
  public void tidy(List<Run<ImportRequest, Progress>> pending) throws IOException {
    Set<String> needed =
        pending.stream().map(run -> run.request().file().name()).collect(Collectors.toSet());
    spool.tidy(needed::contains);
  }
}
