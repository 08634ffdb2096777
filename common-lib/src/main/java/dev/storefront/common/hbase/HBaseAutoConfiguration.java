package dev.storefront.common.hbase;

import dev.storefront.common.health.BoundedHealthIndicator;
import dev.storefront.common.namespace.Namespace;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@ConditionalOnClass(AsyncConnection.class)
@EnableConfigurationProperties(HBaseProperties.class)
class HBaseAutoConfiguration {

  private static final Duration PROBE = Duration.ofMillis(900);

  @Bean
  HBaseClient hbaseClient(HBaseProperties properties, Namespace namespace, MeterRegistry meters) {
    return new HBaseClient(properties, namespace, meters);
  }

  @Bean
  HBaseTableProvisioner hbaseTableProvisioner(
      HBaseClient client, ObjectProvider<HBaseTableSpec> tables, Namespace namespace) {
    return new HBaseTableProvisioner(client, tables.orderedStream().toList(), namespace);
  }

  @Bean
  HealthIndicator hbaseHealthIndicator(HBaseClient client, HBaseTableProvisioner tables) {
    return BoundedHealthIndicator.upIf(
        () ->
            tables.isDone()
                ? client.onConnection(
                    open -> open.getAdmin().getMasterInfoPort().thenApply(List::of), PROBE)
                : CompletableFuture.failedFuture(
                    new IllegalStateException("The tables are not there yet")));
  }
}
