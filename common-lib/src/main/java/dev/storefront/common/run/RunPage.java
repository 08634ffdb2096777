package dev.storefront.common.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some runs, the newest first.
 *
 * @param nextCursor where the next page begins, absent at the end
 */
public record RunPage<T>(
    List<T> items, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {

  /** The same with something else in place of each. */
  public <V> RunPage<V> map(Function<T, V> view) {
    return new RunPage<>(items.stream().map(view).toList(), nextCursor);
  }
}
