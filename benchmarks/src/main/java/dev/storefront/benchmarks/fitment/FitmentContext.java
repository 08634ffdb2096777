package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.stack.Room;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.stack.SuiteService;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service's own beans in this process, without a near cache. */
final class FitmentContext implements AutoCloseable {

  /** What all keys begin with. */
  static final String KEYS = Room.namespaceOf(SuiteService.FITMENT).key("");

  private final Room room;
  private final ConfigurableApplicationContext context;

  FitmentContext(PortAssignment ports) {
    room = new Room(SuiteService.FITMENT, ports);
    room.clear();
    List<String> settings = new ArrayList<>(room.settings(0));
    settings.add("--storefront.fitment.imports.folder=benchmarks/target/imports");
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
  }
}
