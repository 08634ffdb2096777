package dev.storefront.shortlink.link;

import com.google.common.primitives.Longs;
import dev.storefront.common.web.Cursor;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkIndex.Entry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Pages of links, newest first, each link as it is now. */
@Component
class LinkList {

  private static final int FEWEST_AT_A_TIME = 50;
  private static final int MOST_AT_A_TIME = 500;

  /** A page that has looked at so many is over, however few of them it shows. */
  private static final int MOST_LOOKED_AT = 5_000;

  private final LinkIndex index;
  private final LinkReader reader;
  private final ColdReads reads;
  private final CodeBook codes;

  LinkList(LinkIndex index, LinkReader reader, ColdReads reads, CodeBook codes) {
    this.index = index;
    this.reader = reader;
    this.reads = reads;
    this.codes = codes;
  }

  /**
   * Which links are asked for; null where it does not matter.
   *
   * @param owner who made them
   * @param words part of target, code or a tag, in any case; of a target as it is stored, or as
   *     people read it
   */
  record Filter(@Nullable String owner, @Nullable String tag, @Nullable String words) {

    boolean takes(String code, StoredLink link) {
      return (owner == null || owner.equals(link.createdBy()))
          && (tag == null || link.options().tags().contains(tag))
          && (words == null
              || has(link.url())
              || ReadableTarget.of(link.url()).filter(this::has).isPresent()
              || has(code)
              || link.options().tags().stream().anyMatch(this::has));
    }

    private boolean has(String text) {
      return text.toLowerCase(Locale.ROOT).contains(String.valueOf(words).toLowerCase(Locale.ROOT));
    }
  }

  /** A link in the list. */
  record Listed(Address address, Lookup lookup, StoredLink link, Entry entry) {}

  /**
   * @param nextCursor null at the end
   */
  record Page(List<Listed> links, @Nullable String nextCursor) {}

  /**
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-cursor}
   */
  Page page(Filter filter, int limit, @Nullable String cursor) {
    String name = "links/%s/%s/%s".formatted(filter.owner(), filter.tag(), filter.words());
    @Nullable Entry after = cursor == null ? null : decode(Cursor.decode(name, cursor));
    return reads.holding(() -> page(name, filter, limit, after));
  }

  private Page page(String name, Filter filter, int limit, @Nullable Entry begin) {
    String list = LinkIndex.listOf(filter.owner(), filter.tag());
    @Nullable Entry after = begin;
    List<Listed> found = new ArrayList<>();
    // Almost all in a list by owner and tag are shown; words are looked for in each link itself.
    int atATime =
        filter.words() == null
            ? Math.max(FEWEST_AT_A_TIME, Math.min(limit + 1, MOST_AT_A_TIME))
            : MOST_AT_A_TIME;
    for (int looked = 0; looked < MOST_LOOKED_AT; looked += atATime) {
      List<Entry> entries = index.page(list, after, atATime);
      for (Listed listed : look(entries)) {
        if (filter.takes(listed.address().code(), listed.link())) {
          found.add(listed);
        }
      }
      if (found.size() > limit) {
        return new Page(
            found.subList(0, limit), Cursor.encode(name, encode(found.get(limit - 1).entry())));
      }
      if (entries.size() < atATime) {
        return new Page(found, null);
      }
      after = entries.get(entries.size() - 1);
    }
    return new Page(found, after == null ? null : Cursor.encode(name, encode(after)));
  }

  /** Those of which the link is still there, with the link. */
  private List<Listed> look(List<Entry> entries) {
    Map<Entry, Address> known = new LinkedHashMap<>();
    entries.forEach(
        entry -> codes.locate(entry.code()).ifPresent(address -> known.put(entry, address)));
    Iterator<Lookup> lookups = reader.findAll(List.copyOf(known.values())).iterator();
    List<Listed> listed = new ArrayList<>();
    known.forEach(
        (entry, address) -> {
          Lookup lookup = lookups.next();
          lookup
              .stored()
              .filter(link -> link.generation() == entry.generation())
              .ifPresent(link -> listed.add(new Listed(address, lookup, link, entry)));
        });
    return listed;
  }

  private static String encode(Entry place) {
    return place.createdAt() + ":" + place.code();
  }

  private static Entry decode(String position) {
    String[] parts = position.split(":", 2);
    Long createdAt = Longs.tryParse(parts[0]);
    if (createdAt == null || parts.length < 2) {
      throw Cursor.invalid();
    }
    return new Entry(createdAt, parts[1], 0);
  }
}
