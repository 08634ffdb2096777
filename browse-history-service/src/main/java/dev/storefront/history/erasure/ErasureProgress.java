package dev.storefront.history.erasure;

import java.util.ArrayList;
import java.util.List;

/**
 * How far an erasure is.
 *
 * @param upTo what came later stays, epoch milliseconds; 0 before it begins. Each order of the user
 *     while it is open moves that, and all begins anew
 * @param stores those that are done
 */
record ErasureProgress(long upTo, List<ErasedStore> stores) {

  static final ErasureProgress START = upTo(0);

  static ErasureProgress upTo(long upTo) {
    return new ErasureProgress(upTo, List.of());
  }

  ErasureProgress with(ErasedStore store) {
    List<ErasedStore> more = new ArrayList<>(stores);
    more.add(store);
    return new ErasureProgress(upTo, List.copyOf(more));
  }

  boolean isDone(Store store) {
    return stores.stream().anyMatch(done -> done.store() == store);
  }

  /** True if nothing moves it any more: it ends. */
  boolean isComplete() {
    return stores.size() == Store.values().length;
  }
}
