package dev.storefront.benchmarks.fitment;

import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service's own beans in this process, on the stack's servers but in keys of its own. */
final class FitmentContext implements AutoCloseable {

  static final String NAMESPACE = "bench";

  private final ConfigurableApplicationContext context;

  FitmentContext(PortAssignment ports) {
    context =
        new SpringApplicationBuilder(FitmentApplication.class)
            .web(WebApplicationType.SERVLET)
            .profiles("local")
            .run(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--storefront.namespace=" + NAMESPACE,
                "--logging.level.root=warn",
                "--spring.main.banner-mode=off",
                "--storefront.fitment.imports.folder=benchmarks/target/imports",
                "--storefront.zookeeper.connect=" + ports.address(Port.ZOOKEEPER),
                "--spring.kafka.bootstrap-servers=" + ports.address(Port.KAFKA),
                "--spring.data.redis.cluster.nodes="
                    + Stream.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3)
                        .map(ports::address)
                        .collect(Collectors.joining(",")),
                "--spring.datasource.url=jdbc:mysql://%s/fitment_bench?createDatabaseIfNotExist=true"
                    .formatted(ports.address(Port.DATABASE)));
  }

  PlacedFitments placed() {
    return context.getBean(PlacedFitments.class);
  }

  @Override
  public void close() {
    context.close();
  }
}
