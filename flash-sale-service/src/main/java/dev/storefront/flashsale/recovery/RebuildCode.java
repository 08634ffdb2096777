package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.ScriptCode;

/** What the scripts of a rebuild answer. */
enum RebuildCode implements ScriptCode {
  DONE(1),
  /** Another instance has begun to rebuild the promotion since. */
  SUPERSEDED(-1),
  /** Redis has lost or may have lost what was rebuilt: it has to begin again. */
  LOST_AGAIN(-2);

  private final long number;

  RebuildCode(long number) {
    this.number = number;
  }

  @Override
  public long number() {
    return number;
  }

  static RebuildCode of(long number) {
    return ScriptCode.of(values(), number);
  }
}
