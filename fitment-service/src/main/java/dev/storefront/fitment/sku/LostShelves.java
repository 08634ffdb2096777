package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Shelf;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Shelves that readers missed in Redis and that wait to be restored. Bounded: what finds no room is
 * noted by its next reader.
 */
@Component
class LostShelves {

  private static final int MOST = 10_000;

  private final Set<Shelf> waiting = new LinkedHashSet<>();

  synchronized void note(Collection<Shelf> shelves) {
    shelves.stream().limit(MOST - waiting.size()).forEach(waiting::add);
  }

  /** Takes some, longest noted first. */
  synchronized List<Shelf> take(int limit) {
    List<Shelf> taken = new ArrayList<>();
    for (Iterator<Shelf> i = waiting.iterator(); i.hasNext() && taken.size() < limit; ) {
      taken.add(i.next());
      i.remove();
    }
    return taken;
  }
}
