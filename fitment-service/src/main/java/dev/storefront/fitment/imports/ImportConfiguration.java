package dev.storefront.fitment.imports;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.FileTask;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.spool.SpoolLimits;
import dev.storefront.common.spool.Uploads;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ImportConfiguration {

  /** Rejected records that are kept of an import; the others are only counted. */
  private static final int LISTED = 1_000;

  @Bean
  Spool importSpool(ImportProperties properties, Namespace namespace, Clock clock) {
    return new Spool(
        properties.folder().resolve(namespace.group("files")),
        new SpoolLimits(
            properties.largest().toBytes(),
            properties.most().toBytes(),
            properties.abandonedAfter()),
        clock);
  }

  @Bean
  Runs<ImportRequest, Progress> fitmentImports(
      RunFactory runs, Spool spool, ImportTask task, ImportProperties properties) {
    return runs.runs(
        new RunKind<>(
            "fitment-import",
            ImportRequest.class,
            Progress.NONE,
            1,
            properties.mostWaiting(),
            LISTED),
        new FileTask<>(spool, ImportRequest::file, task));
  }

  @Bean
  Uploads<ImportRequest> importUploads(Spool spool, Runs<ImportRequest, Progress> fitmentImports) {
    return new Uploads<>(spool, fitmentImports);
  }
}
