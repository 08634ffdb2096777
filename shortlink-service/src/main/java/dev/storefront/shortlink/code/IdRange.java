package dev.storefront.shortlink.code;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Neighbouring ids, both ends included.
 *
 * @param first 1 or more
 * @param last not below {@code first}
 */
public record IdRange(@Schema(example = "1") long first, @Schema(example = "1000") long last) {

  public IdRange {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException("not a range: %d to %d".formatted(first, last));
    }
  }

  /** How many ids it has. */
  public long count() {
    return last - first + 1;
  }

  /** True if the id lies within. */
  public boolean contains(long id) {
    return id >= first && id <= last;
  }
}
