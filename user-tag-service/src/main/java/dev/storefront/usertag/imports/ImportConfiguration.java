package dev.storefront.usertag.imports;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.spool.SpoolLimits;
import dev.storefront.common.spool.Uploads;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ImportConfiguration {

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
  Runs<TagImport, ImportProgress> tagImports(
      RunFactory runs, ImportTask task, ImportProperties properties) {
    return runs.runs(
        new RunKind<>(
            "tag-import",
            TagImport.class,
            ImportProgress.NONE,
            properties.atATime(),
            properties.mostWaiting(),
            RejectedLines.LISTED),
        task);
  }

  @Bean
  Uploads<TagImport> importUploads(Spool spool, Runs<TagImport, ImportProgress> tagImports) {
    return new Uploads<>(spool, tagImports);
  }
}
