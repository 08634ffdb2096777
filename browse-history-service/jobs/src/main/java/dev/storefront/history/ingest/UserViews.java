package dev.storefront.history.ingest;

import dev.storefront.history.core.View;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Views of one user that go to Redis in one call.
 *
 * @param views pairs of SKU and epoch milliseconds, no pair twice; all times of a SKU, for a pause
 *     may hide the latest of them
 * @param taken how many events they came from
 */
public record UserViews(String user, long[] views, int taken) {

  /** These and one more, if it is not among them. */
  UserViews with(long sku, long viewedAt) {
    for (int i = 0; i < views.length; i += 2) {
      if (views[i] == sku && views[i + 1] == viewedAt) {
        return new UserViews(user, views, taken + 1);
      }
    }
    long[] more = Arrays.copyOf(views, views.length + 2);
    more[views.length] = sku;
    more[views.length + 1] = viewedAt;
    return new UserViews(user, more, taken + 1);
  }

  /** The views. */
  List<View> asViews() {
    return IntStream.range(0, size())
        .mapToObj(i -> new View(views[2 * i], views[2 * i + 1]))
        .toList();
  }

  /** How many views. */
  int size() {
    return views.length / 2;
  }
}
