package dev.storefront.localstack.demo;

import dev.storefront.localstack.process.Parallel;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/** Fills a running suite with something to look at. */
public final class DemoData {

  /** What belongs to other services is loaded at the same time; a list's parts in their order. */
  private final List<List<DemoPart>> lists;

  /**
   * @param suite of which all services are ready
   */
  public DemoData(Suite suite, Clock clock) {
    SuiteClient client = new SuiteClient(suite);
    VehicleCatalogue catalogue = VehicleCatalogue.generate();
    List<Sku> floorMats = DemoProducts.floorMats(catalogue);
    List<List<Sku>> shelves = List.of(floorMats, DemoProducts.others());
    this.lists =
        List.of(
            List.of(
                new VehiclesDemo(suite, client, catalogue),
                new FitmentDemo(suite, client, floorMats)),
            List.of(
                new ProductFactsDemo(suite, client, shelves),
                new PageViewsDemo(suite, client, clock, shelves)),
            List.of(new DemoSale(suite, client, clock)),
            List.of(new LinksDemo(suite, client)),
            List.of(new TagsDemo(suite, client)));
  }

  /**
   * Loads what is not there yet. The same data comes of it each time.
   *
   * @param progress hears one line for each part that was loaded, from several threads
   * @throws dev.storefront.localstack.suite.ApiFailedException when a service refuses something
   */
  public void load(Consumer<String> progress) {
    Parallel.run(
        lists.stream().<Runnable>map(parts -> () -> load(parts, progress)).toList(), lists.size());
  }

  private static void load(List<DemoPart> parts, Consumer<String> progress) {
    for (DemoPart part : parts) {
      if (!part.isLoaded()) {
        part.load();
        progress.accept(part.name());
      }
    }
  }
}
