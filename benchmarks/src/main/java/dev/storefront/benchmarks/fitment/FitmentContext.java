package dev.storefront.benchmarks.fitment;

import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.localstack.home.PortAssignment;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service's own beans in this process, without a near cache. */
final class FitmentContext implements AutoCloseable {

  private final BenchRoom room;
  private final ConfigurableApplicationContext context;

  FitmentContext(PortAssignment ports) {
    room = new BenchRoom(ports);
    room.clear();
    List<String> settings = new ArrayList<>(BenchSettings.of(ports, 0));
    settings.add("--logging.level.root=warn");
    settings.add("--spring.main.banner-mode=off");
    settings.add("--storefront.fitment.near-cache.max-age=1ms");
    context =
        new SpringApplicationBuilder(FitmentApplication.class).run(settings.toArray(String[]::new));
  }

  PlacedFitments placed() {
    return context.getBean(PlacedFitments.class);
  }

  @Override
  public void close() {
    context.close();
    room.clear();
    room.close();
  }
}
