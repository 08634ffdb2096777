package dev.storefront.shortlink.code;

/** Where a link lives: under a numbered code of a tier, or under a slug that somebody chose. */
public sealed interface Address {

  /** What every code looks like, as a regular expression. */
  String CODE = "[0-9A-Za-z_-]{3,32}";

  /** What every {@link #tag} looks like, as a regular expression. */
  String TAG = "[5-7]:[0-9]{1,10}|slug:" + CODE;

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
