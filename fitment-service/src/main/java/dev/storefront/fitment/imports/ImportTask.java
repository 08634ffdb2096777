package dev.storefront.fitment.imports;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Works through an import, by the format of its file. */
@Component
class ImportTask implements RunTask<ImportRequest, Progress> {

  private final Map<ImportFormat, ImportRun> formats;

  ImportTask(List<ImportRun> formats) {
    this.formats =
        formats.stream().collect(Collectors.toMap(ImportRun::format, Function.identity()));
  }

  @Override
  public RunOutcome work(ActiveRun<ImportRequest, Progress> run)
      throws IOException, InterruptedException {
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
  }
}
