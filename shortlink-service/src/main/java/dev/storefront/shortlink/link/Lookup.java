package dev.storefront.shortlink.link;

/** What is found under a code. */
public sealed interface Lookup {

  /** A link. */
  record Found(StoredLink link) implements Lookup {}

  /** A link whose own time is over. */
  record Expired(StoredLink link) implements Lookup {}

  /** Nothing, or nothing any more. */
  record Unknown() implements Lookup {}
}
