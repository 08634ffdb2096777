package dev.storefront.history.timeline;

/** What a question for the count finds in Redis. */
sealed interface CountRead {

  /** A count that is still good. */
  record Cached(int count) implements CountRead {}

  /** Views to be counted; the lease lets their count be cached if they do not change meanwhile. */
  record ToCompute(HotViews views, String lease) implements CountRead {}
}
