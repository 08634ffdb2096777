package dev.storefront.shortlink;

import dev.storefront.shortlink.sdk.FreshLink;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkException;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A process of its own that takes links, line by line as it is told: {@code next} tells the id and
 * the code of the next one, {@code publish} publishes the one before that, the first. What becomes
 * void is told, too.
 */
final class PausedClient {

  private PausedClient() {}

  /** Takes the service's address and a token. */
  public static void main(String[] arguments) throws IOException {
    ShortLinkOptions options =
        ShortLinkOptions.of(URI.create(arguments[0]), () -> arguments[1])
            .withTier(6)
            .withLeaseSize(100)
            .withBatches(1, Duration.ofMillis(10))
            .withVoidLinksTo(link -> System.out.println("void " + link.link().code()));
    @Nullable FreshLink first = null;
    try (ShortLinkClient links = new ShortLinkClient(options);
        BufferedReader told =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = told.readLine(); line != null; line = told.readLine()) {
        if (line.equals("next")) {
          FreshLink next = links.next();
          first = first == null ? next : first;
          System.out.println(next.id() + " " + next.link().code());
        } else if (first != null) {
          publish(links, first);
        }
      }
    }
  }

  private static void publish(ShortLinkClient links, FreshLink link) {
    try {
      links.publish(link, "https://example.com/paused");
    } catch (ShortLinkException refused) {
      System.out.println("void " + link.link().code());
    }
  }
}
