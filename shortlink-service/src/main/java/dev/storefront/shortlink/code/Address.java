package dev.storefront.shortlink.code;

/** Where a link lives: under a numbered code of a tier, or under a slug that somebody chose. */
public sealed interface Address {

  /** What stands behind the slash of the short URL. */
  String code();

  /** The hash tag of its keys in Redis and the key of its events. */
  String tag();

  /** A code of a tier, which belongs to a segment and comes back when that is recycled. */
  record Numbered(String code, long id, Segment segment) implements Address {

    @Override
    public String tag() {
      return segment.tag();
    }
  }

  /** A chosen name, which is never recycled. */
  record Slug(String code) implements Address {

    @Override
    public String tag() {
      return "slug:" + code;
    }
  }
}
