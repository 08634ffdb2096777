package dev.storefront.history.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.core.Ranking;
import dev.storefront.history.core.View;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ListingTest {

  private static final List<View> VIEWS =
      LongStream.rangeClosed(1, 290).mapToObj(n -> new View(n, n)).toList();

  private final Iterator<View> newestFirst = Ranking.newestFirst(VIEWS, List.of(), 0);

  @Test
  void a_page_takes_at_first_what_it_needs_if_all_shows_and_then_as_many_as_are_allowed() {
    Listing listing = new Listing(Map.of(), Position.TOP, 21, false);
    assertThat(listing.take(newestFirst, 100)).hasSize(21).startsWith(new View(290, 290));
    assertThat(listing.take(newestFirst, 100)).hasSize(100).startsWith(new View(269, 269));
  }

  @Test
  void a_later_page_takes_what_stands_before_it_too() {
    Position after = new Position("", new View(281, 281));
    Listing listing = new Listing(Map.of(), after, 21, false);
    assertThat(listing.take(newestFirst, 100)).hasSize(10 + 21).endsWith(new View(260, 260));
  }

  @Test
  void no_more_are_taken_at_a_time_than_are_allowed_and_in_the_end_what_is_left() {
    Position after = new Position("", new View(141, 141));
    Listing listing = new Listing(Map.of(), after, 200, false);
    assertThat(listing.take(newestFirst, 100)).hasSize(100);
    assertThat(listing.take(newestFirst, 100)).hasSize(100);
    assertThat(listing.take(newestFirst, 100)).hasSize(90);
    assertThat(newestFirst).isExhausted();
  }
}
