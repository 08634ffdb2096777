package dev.storefront.shortlink;

import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** A process of its own that gives links away and ends before the service can have them. */
final class KilledClient {

  private KilledClient() {}

  /** Takes the service's address, a token, a journal and how many links. */
  public static void main(String[] arguments) {
    ShortLinkOptions options =
        ShortLinkOptions.of(URI.create(arguments[0]), () -> arguments[1])
            .withTier(7)
            .withRequests(Duration.ofSeconds(30), 4)
            .withBatches(200, Duration.ofMinutes(1))
            .withJournal(Path.of(arguments[2]));
    ShortLinkClient links = new ShortLinkClient(options);
    for (int n = 0; n < Integer.parseInt(arguments[3]); n++) {
      System.out.println(links.shortenNow("https://example.com/killed/" + n).code());
    }
    System.out.flush();
    Runtime.getRuntime().halt(9);
  }
}
