package dev.storefront.history.erasure;

import java.util.ArrayList;
import java.util.List;

/**
 * How far an erasure is.
 *
 * @param stores those that are done
 */
record ErasureProgress(List<ErasedStore> stores) {

  static final ErasureProgress START = new ErasureProgress(List.of());

  ErasureProgress with(ErasedStore store) {
    List<ErasedStore> more = new ArrayList<>(stores);
    more.add(store);
    return new ErasureProgress(List.copyOf(more));
  }

  boolean isDone(Store store) {
    return stores.stream().anyMatch(done -> done.store() == store);
  }
}
