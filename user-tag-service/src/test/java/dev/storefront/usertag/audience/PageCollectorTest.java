package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** 1,000 segments of 64 users, and in the last one the only three. */
class PageCollectorTest {

  private static final SegmentLayout LAYOUT = new SegmentLayout(64);
  private static final int LAST = 999;
  private static final int MOST = 64;

  @Test
  void where_nobody_is_a_page_ends_after_some_segments_and_the_next_one_goes_on() {
    List<Long> found = new ArrayList<>();
    OptionalLong next = OptionalLong.of(0);
    int pages = 0;
    while (next.isPresent()) {
      PageCollector page = new PageCollector(LAYOUT, next.getAsLong(), 2, false, MOST);
      assertThat(visit(page, next.getAsLong())).isLessThanOrEqualTo(MOST);
      for (long ordinal : page.ordinals()) {
        found.add(ordinal);
      }
      next = page.next(LAST);
      pages++;
    }
    long first = LAYOUT.ordinalOf(LAST, 0);
    assertThat(found).containsExactly(first + 1, first + 2, first + 3);
    assertThat(pages).isBetween(LAST / MOST, LAST / MOST + 3);
  }

  @Test
  void a_page_that_counts_goes_to_the_end() {
    PageCollector page = new PageCollector(LAYOUT, 0, 2, true, MOST);
    assertThat(visit(page, 0)).isEqualTo(LAST + 1);
    assertThat(page.count()).isEqualTo(3);
    assertThat(page.next(LAST)).hasValue(LAYOUT.ordinalOf(LAST, 2));
  }

  /** Returns how many segments the page wanted. */
  private static int visit(PageCollector page, long after) {
    int visited = 0;
    boolean wanted = true;
    for (int segment = LAYOUT.segmentOf(after + 1); wanted && segment <= LAST; segment++) {
      byte[] bits = segment == LAST ? new byte[] {0b0111_0000} : new byte[0];
      wanted = page.add(segment, Bitmap.of(bits));
      visited++;
    }
    return visited;
  }
}
