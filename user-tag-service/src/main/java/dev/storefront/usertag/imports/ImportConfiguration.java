package dev.storefront.usertag.imports;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.spool.SpoolLimits;
import dev.storefront.common.spool.Uploads;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ImportConfiguration {

  /** How long an import waits for an instance that has its file. */
  private static final Duration ABANDONED_AFTER = Duration.ofDays(7);

  /** Imports that an instance works through side by side. */
  private static final int AT_A_TIME = 2;

  /** Imports that are not over; further ones are 429. */
  private static final int MOST_WAITING = 100;

  @Bean
  Spool importSpool(ImportProperties properties, Namespace namespace, Clock clock) {
    return new Spool(
        properties.folder().resolve(namespace.group("files")),
        new SpoolLimits(
            properties.largest().toBytes(), properties.most().toBytes(), ABANDONED_AFTER),
        clock);
  }

  @Bean
  Runs<TagImport, ImportProgress> tagImports(RunFactory runs, ImportTask task) {
    return runs.runs(
        new RunKind<>(
            "tag-import",
            TagImport.class,
            ImportProgress.NONE,
            AT_A_TIME,
            MOST_WAITING,
            RejectedLines.LISTED),
        task);
  }

  @Bean
  Uploads<TagImport> importUploads(Spool spool, Runs<TagImport, ImportProgress> tagImports) {
    return new Uploads<>(spool, tagImports);
  }
}
