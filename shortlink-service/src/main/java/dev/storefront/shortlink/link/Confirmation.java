package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.shortlink.code.Address;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;

/**
 * Puts links right whose slots are in doubt, one by one as they are asked for: the newest version
 * that cold storage or the database has takes the place of an older one in Redis. What is newer
 * there was made since, and stays.
 */
@Component
class Confirmation {

  /** HBase may hang: who asks for other links is not to wait with those who ask for these. */
  private static final int AT_A_TIME = 16;

  /** There are no more slots that each could be in one of its own. */
  private static final int MOST_DOUBTS = 16_384;

  private final LinkStore store;
  private final ColdLinks cold;
  private final UntoldChanges untold;
  private final Counter confirmed;
  private final Semaphore places = new Semaphore(AT_A_TIME);

  /** Of the latest, which cold storage is complete for; several may be looked into at a time. */
  private final NavigableSet<Long> complete = new ConcurrentSkipListSet<>();

  Confirmation(LinkStore store, ColdLinks cold, UntoldChanges untold, MeterRegistry meters) {
    this.store = store;
    this.cold = cold;
    this.untold = untold;
    this.confirmed = meters.counter("storefront.shortlink.links.confirmed");
  }

  /** Cold storage and the database have all changes that were made before this doubt. */
  void isComplete(long doubt) {
    complete.add(doubt);
    if (complete.size() > MOST_DOUBTS) {
      complete.pollFirst();
    }
  }

  /**
   * Has Redis right about a link.
   *
   * @throws BackendUnavailableException if nobody can know the link just now
   */
  void confirm(Address address) {
    if (store.doubt(address) > 0) {
      confirm(List.of(address));
    }
  }

  /** As {@link #confirm(Address)}, of many. */
  void confirm(List<Address> addresses) {
    Map<Address, Long> doubted = new LinkedHashMap<>();
    for (Address address : addresses) {
      long doubt = store.doubt(address);
      if (doubt > 0 && !complete.contains(doubt)) {
        throw unavailable("Redis fell back, and cold storage has yet to hear of the last changes");
      }
      if (doubt > 0) {
        doubted.put(address, doubt);
      }
    }
    if (doubted.isEmpty()) {
      return;
    }
    if (!places.tryAcquire()) {
      throw unavailable("Redis fell back, and many ask for links that are not confirmed yet");
    }
    try {
      List<MappingEvent> made = untold.made(doubted.keySet().stream().map(Address::code).toList());
      store.restoreAll(cold.find(List.copyOf(doubted.keySet()), made), true);
      doubted.forEach(store::confirm);
      confirmed.increment(doubted.size());
    } finally {
      places.release();
    }
  }

  private static BackendUnavailableException unavailable(String why) {
    return new BackendUnavailableException("redis", false, new IllegalStateException(why));
  }
}
