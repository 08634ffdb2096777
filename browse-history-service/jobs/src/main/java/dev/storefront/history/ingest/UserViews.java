package dev.storefront.history.ingest;

import dev.storefront.history.core.View;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Views of one user that go to Redis in one call.
 *
 * @param views pairs of SKU and epoch milliseconds, no SKU twice
 * @param taken how many events they came from
 */
public record UserViews(String user, long[] views, int taken) {

  /** These and one more; a SKU that is among them keeps its latest time. */
  UserViews with(long sku, long viewedAt) {
    for (int i = 0; i < views.length; i += 2) {
      if (views[i] == sku) {
        long[] changed = views.clone();
        changed[i + 1] = Math.max(changed[i + 1], viewedAt);
        return new UserViews(user, changed, taken + 1);
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
