package dev.storefront.benchmarks.request;

import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.stack.MainProcess;
import java.time.Duration;

/**
 * What requests cost in one go.
 *
 * @param rate requests a second
 * @param cpuMicros processor time of the server for a request, in microseconds
 */
record Cost(double rate, double cpuMicros) {

  private static final int CLIENTS = 32;
  private static final int OK = 200;
  private static final byte[] REQUEST = HttpCaller.get(EmptyEndpoint.PATH);

  /** Calls the server's {@link EmptyEndpoint} flat out for so long. */
  static Cost of(MainProcess server, Duration length) {
    Duration before = server.cpu();
    LoadResult result =
        new Clients(CLIENTS, () -> new HttpCaller(server.port(), () -> REQUEST, OK))
            .flatOut(length);
    if (result.failed() > 0) {
      throw new IllegalStateException(result.failed() + " calls failed");
    }
    double micros = server.cpu().minus(before).toNanos() / 1e3;
    return new Cost(result.goodRate(), micros / result.latencies().getTotalCount());
  }
}
