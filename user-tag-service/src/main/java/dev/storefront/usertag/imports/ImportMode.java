package dev.storefront.usertag.imports;

import java.util.Locale;

/** What becomes of the users of an import. */
enum ImportMode {
  /** They have the tag from then on. */
  ADD,
  /** They lack it. */
  REMOVE,
  /** They have it, and all others lack it. */
  REPLACE;

  /** The mode that callers write in small letters. */
  static ImportMode of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
