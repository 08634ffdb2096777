package dev.storefront.shortlink.link;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.link.LinkStore.Published;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Makes new links: first in Redis, where the code decides, then in Kafka for cold storage. */
@Component
class LinkPublisher {

  private final LinkStore store;
  private final LinkEvents events;

  LinkPublisher(LinkStore store, LinkEvents events) {
    this.store = store;
    this.events = events;
  }

  record NewLink(Address address, StoredLink link) {}

  /**
   * Publishes links, pipelined, and returns once Redis and Kafka have them, in the same order. A
   * repeat after a failure is safe: what the first attempt reached is found again.
   */
  List<Published> publish(List<NewLink> links) {
    List<CompletableFuture<Published>> replies = links.stream().map(this::publish).toList();
    return replies.stream().map(ScriptRunner::await).toList();
  }

  private CompletableFuture<Published> publish(NewLink link) {
    return store
        .publish(link.address(), link.link())
        .thenCompose(
            published -> {
              StoredLink held = published.link();
              boolean ours =
                  published.reply() == LinkReply.PUBLISHED
                      || published.reply() == LinkReply.ALREADY_PUBLISHED;
              return ours && held != null
                  ? events
                      .publish(MappingEvent.Type.WRITTEN, link.address(), held)
                      .thenApply(sent -> published)
                  : CompletableFuture.completedFuture(published);
            });
  }
}
