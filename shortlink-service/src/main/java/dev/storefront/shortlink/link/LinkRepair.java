package dev.storefront.shortlink.link;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.ColdLinks.Cold;
import dev.storefront.shortlink.link.LinkArchive.Changed;
import dev.storefront.shortlink.link.UntoldTable.Untold;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Puts all links right that changed before Redis fell back: what cold storage and the database have
 * takes the place of what is older in Redis, and of what is missing there though its change alone
 * would keep it. Each step may be repeated, beside all that goes on.
 */
@Component
public class LinkRepair {

  /** How many steps {@link #restore} takes. */
  public static final int STEPS = LinkArchive.PARTS;

  /** Links that changed come from this topic to cold storage. */
  public static final String TOPIC = LinkEvents.TOPIC;

  /** The consumer group that brings them. */
  public static final String GROUP = MappingListener.GROUP;

  private static final int PAGE = 500;

  private final UntoldChanges untold;
  private final LinkArchive archive;
  private final LinkIndex index;
  private final ColdLinks cold;
  private final LinkStore store;
  private final CodeBook codes;
  private final Confirmation confirmation;

  LinkRepair(
      UntoldChanges untold,
      LinkArchive archive,
      LinkIndex index,
      ColdLinks cold,
      LinkStore store,
      CodeBook codes,
      Confirmation confirmation) {
    this.untold = untold;
    this.archive = archive;
    this.index = index;
    this.cold = cold;
    this.store = store;
    this.codes = codes;
    this.confirmation = confirmation;
  }

  /** The note of the latest change that somebody has begun, for {@link #areDecided}. */
  public long lastNote() {
    return untold.lastNote();
  }

  /** True if Kafka or the database has each change there up to that note, as far as it was made. */
  public boolean areDecided(long upTo, HashSlots slots) {
    return untold.areDecided(upTo, slots);
  }

  /**
   * From now on links are confirmed as they are asked for, for cold storage and the database have
   * all changes that were made before the doubt.
   *
   * @param doubt its generation
   */
  public void confirmFrom(long doubt) {
    confirmation.isComplete(doubt);
  }

  /** Restores changes that Kafka has not heard of. */
  public void restoreUntold(HashSlots slots) {
    List<Untold> page = untold.madeAfter(0, PAGE);
    while (!page.isEmpty()) {
      List<Changed> changed = new ArrayList<>();
      for (Untold change : page) {
        MappingEvent event = change.event();
        if (event != null) {
          changed.add(new Changed(event.code(), List.of(event.link())));
        }
      }
      restore(slots, changed);
      page = untold.madeAfter(page.get(page.size() - 1).note(), PAGE);
    }
  }

  /**
   * Restores what cold storage has.
   *
   * @param since links that changed then or later
   * @param step 0 to {@value #STEPS} - 1, each of which looks at another part of all links
   */
  public void restore(HashSlots slots, Instant since, int step) {
    scan(since.toEpochMilli(), step, changed -> restore(slots, changed));
  }

  /** Puts the links of a step into their lists. */
  public void list(int step) {
    scan(
        0,
        step,
        changed -> {
          List<MappingEvent> events = new ArrayList<>();
          current(changed, address -> true)
              .forEach(
                  (address, found) -> {
                    if (!found.link().deleted()) {
                      events.add(MappingEvent.of(address.tag(), address.code(), found.link()));
                    }
                  });
          index.store(events);
        });
  }

  private void scan(long since, int step, Consumer<List<Changed>> work) {
    List<Changed> page = archive.changedSince(since, step, null, PAGE);
    work.accept(page);
    while (page.size() == PAGE) {
      page = archive.changedSince(since, step, page.get(PAGE - 1).code(), PAGE);
      work.accept(page);
    }
  }

  private void restore(HashSlots slots, List<Changed> changed) {
    store.restoreAll(current(changed, address -> store.isIn(slots, address)), false);
  }

  /** The last version of each link that is of the generation that its code is in now. */
  private Map<Address, Cold> current(List<Changed> changed, Predicate<Address> wanted) {
    ListMultimap<Address, StoredLink> all = ArrayListMultimap.create();
    for (Changed each : changed) {
      codes
          .locate(each.code())
          .filter(wanted)
          .ifPresent(address -> all.putAll(address, each.links()));
    }
    Map<Address, Cold> links = new HashMap<>();
    cold.holdings(all.keySet())
        .forEach(
            (address, holding) ->
                Cold.newest(all.get(address).stream(), holding)
                    .ifPresent(link -> links.put(address, link)));
    return links;
  }
}
