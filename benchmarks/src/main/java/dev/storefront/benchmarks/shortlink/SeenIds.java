package dev.storefront.benchmarks.shortlink;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which ids were seen, a bit each. One thread's, which are added to those of all later. */
final class SeenIds {

  private static final int IDS_OF_A_PAGE = 4_096;

  private long[] @Nullable [] pages = new long[1_024][];
  private long duplicates;

  /** Marks an id. */
  void add(long id) {
    long[] page = page((int) (id / IDS_OF_A_PAGE));
    int word = (int) (id % IDS_OF_A_PAGE) / Long.SIZE;
    long bit = 1L << (id % Long.SIZE);
    if ((page[word] & bit) != 0) {
      duplicates++;
    }
    page[word] |= bit;
  }

  /** Marks those of a thread that has come to its end; any thread may. */
  synchronized void addAll(SeenIds others) {
    duplicates += others.duplicates;
    for (int number = 0; number < others.pages.length; number++) {
      long[] other = others.pages[number];
      if (other != null) {
        addPage(page(number), other);
      }
    }
  }

  /** How many ids were marked that were already, since the last call. */
  synchronized long takeDuplicates() {
    long found = duplicates;
    duplicates = 0;
    return found;
  }

  private void addPage(long[] page, long[] other) {
    for (int word = 0; word < page.length; word++) {
      duplicates += Long.bitCount(page[word] & other[word]);
      page[word] |= other[word];
    }
  }

  private long[] page(int number) {
    if (number >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
    }
    long[] page = pages[number];
    if (page == null) {
      page = new long[IDS_OF_A_PAGE / Long.SIZE];
      pages[number] = page;
    }
    return page;
  }
}
