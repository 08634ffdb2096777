package dev.storefront.localstack.tour;

import dev.storefront.localstack.demo.DemoSale;
import dev.storefront.localstack.suite.ApiFailedException;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;

/** Shows each service at work, on the demo data. It may be run as often as one likes. */
public final class Tour {

  private final List<Example> examples;
  private final SuiteClient client;
  private final PrintStream out;

  /**
   * @param suite of which all services are ready, with the demo data
   * @param out gets requests and replies
   */
  public Tour(Suite suite, Clock clock, PrintStream out) {
    this.client = new SuiteClient(suite);
    this.out = out;
    this.examples =
        List.of(
            new FitmentExample(suite),
            new HistoryExample(suite),
            new FlashSaleExample(suite, new DemoSale(suite, client, clock), clock),
            new ShortlinkExample(suite, clock),
            new UserTagExample(suite));
  }

  /** Runs all examples, also when one goes wrong; true when every reply was as it should be. */
  public boolean run() {
    int failures = examples.stream().mapToInt(this::failuresOf).sum();
    out.println();
    out.println(
        failures == 0
            ? "%d examples, and every reply was as it should be.".formatted(examples.size())
            : "Not as it should be, and marked with !! above: " + failures);
    return failures == 0;
  }

  private int failuresOf(Example example) {
    Guide guide = new Guide(client, out);
    guide.heading(example.service(), example.question());
    try {
      example.show(guide);
    } catch (ApiFailedException e) {
      guide.fail(e.getMessage());
    }
    return guide.failures();
  }
}
