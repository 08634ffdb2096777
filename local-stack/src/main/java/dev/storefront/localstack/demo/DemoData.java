package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/** Fills a running suite with something to look at. */
public final class DemoData {

  private final List<DemoPart> parts;

  /**
   * @param suite of which all services are ready
   */
  public DemoData(Suite suite, Clock clock) {
    SuiteClient client = new SuiteClient(suite);
    VehicleCatalogue catalogue = VehicleCatalogue.generate();
    List<Sku> floorMats = DemoProducts.floorMats(catalogue);
    List<List<Sku>> shelves = List.of(floorMats, DemoProducts.others());
    this.parts =
        List.of(
            new VehiclesDemo(suite, client, catalogue),
            new FitmentDemo(suite, client, floorMats),
            new ProductFactsDemo(suite, client, shelves),
            new DemoSale(suite, client, clock),
            new PageViewsDemo(suite, client, clock, shelves),
            new LinksDemo(suite, client),
            new TagsDemo(suite, client));
  }

  /**
   * Loads what is not there yet. The same data comes of it each time.
   *
   * @param progress hears one line for each part that was loaded
   * @throws dev.storefront.localstack.suite.ApiFailedException when a service refuses something
   */
  public void load(Consumer<String> progress) {
    for (DemoPart part : parts) {
      if (!part.isLoaded()) {
        part.load();
        progress.accept(part.name());
      }
    }
  }
}
