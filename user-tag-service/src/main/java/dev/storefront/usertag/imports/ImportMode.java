package dev.storefront.usertag.imports;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What becomes of the users of an import. */
enum ImportMode {
  /** They have the tag from then on. */
  ADD,
  /** They lack it. */
  REMOVE,
  /** They have it, and all others lack it. */
  REPLACE;

  /** The mode that callers write in small letters; by default {@link #ADD}. */
  static ImportMode of(@Nullable String name) {
    return name == null ? ADD : valueOf(name.toUpperCase(Locale.ROOT));
  }
}
