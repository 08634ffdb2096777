package dev.storefront.localstack.tour;

import java.util.List;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/**
 * Ids of short links as a lease has them: in several ranges, where some were handed back before.
 */
final class LeasedIds {

  private LeasedIds() {}

  /**
   * The ids of all ranges, sorted.
   *
   * @param ranges as the service tells them, each with its {@code first} and {@code last} id
   */
  static List<Long> of(JsonNode ranges) {
    return ranges
        .valueStream()
        .flatMapToLong(
            range ->
                LongStream.rangeClosed(
                    range.path("first").asLong(0), range.path("last").asLong(-1)))
        .sorted()
        .boxed()
        .toList();
  }
}
