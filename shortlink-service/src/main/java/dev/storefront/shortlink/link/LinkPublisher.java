package dev.storefront.shortlink.link;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.link.LinkStore.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Makes new links: first in Redis, where the code decides, then in Kafka for cold storage. */
@Component
class LinkPublisher {

  private final LinkStore store;
  private final LinkEvents events;
  private final UntoldChanges untold;
  private final Confirmation confirmation;

  LinkPublisher(
      LinkStore store, LinkEvents events, UntoldChanges untold, Confirmation confirmation) {
    this.store = store;
    this.events = events;
    this.untold = untold;
    this.confirmation = confirmation;
  }

  /**
   * A link to be made.
   *
   * @param latest until when, epoch ms; 0 if nobody else can have got its code by then
   */
  record NewLink(Address address, StoredLink link, long latest) {}

  /**
   * Publishes links, pipelined, and returns once Redis and Kafka have them, in the same order. A
   * repeat after a failure is safe: what the first attempt reached is found again. While Kafka does
   * not answer others, nothing is begun.
   *
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} for who is not let
   *     wait for Kafka
   */
  List<Published> publish(List<NewLink> links) {
    return events.answer(() -> publishNow(links));
  }

  /**
   * As above, one link that may never be sent again, as nobody knows its code before the answer. So
   * it is made with Kafka away, too, which hears of it later.
   *
   * @throws org.springframework.dao.DataAccessException if the database is away as well: then Redis
   *     has the link, and a repeat finds it if it is a slug
   */
  Published publish(NewLink link) {
    confirmation.confirm(link.address());
    Published published =
        ScriptRunner.await(store.publish(link.address(), link.link(), link.latest()));
    StoredLink held = published.link();
    if (held != null && published.isOurs()) {
      untold.tell(MappingEvent.of(MappingEvent.Type.WRITTEN, link.address(), held));
    }
    return published;
  }

  private List<Published> publishNow(List<NewLink> links) {
    confirmation.confirm(links.stream().map(NewLink::address).toList());
    List<CompletableFuture<Published>> replies =
        links.stream()
            .map(link -> store.publish(link.address(), link.link(), link.latest()))
            .toList();
    List<Published> published = replies.stream().map(ScriptRunner::await).toList();
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      StoredLink held = published.get(i).link();
      if (held != null && published.get(i).isOurs()) {
        CompletableFuture<Void> event =
            events.publish(
                MappingEvent.of(MappingEvent.Type.WRITTEN, links.get(i).address(), held));
        sent.add(event);
        if (event.isCompletedExceptionally()) {
          break; // Kafka is away, and each further attempt would wait to find that out
        }
      }
    }
    sent.forEach(ScriptRunner::await);
    return published;
  }
}
