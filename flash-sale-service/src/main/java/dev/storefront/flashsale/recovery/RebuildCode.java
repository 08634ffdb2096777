package dev.storefront.flashsale.recovery;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the scripts of a rebuild answer. */
enum RebuildCode {
  DONE(1),
  /** Another instance has begun to rebuild the promotion since. */
  SUPERSEDED(-1),
  /** Redis has lost or may have lost what was rebuilt: it has to begin again. */
  LOST_AGAIN(-2);

  private static final Map<Long, RebuildCode> BY_NUMBER =
      Arrays.stream(values()).collect(Collectors.toMap(RebuildCode::number, Function.identity()));

  private final long number;

  RebuildCode(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  static RebuildCode of(long number) {
    return Objects.requireNonNull(BY_NUMBER.get(number), () -> "no code " + number);
  }
}
