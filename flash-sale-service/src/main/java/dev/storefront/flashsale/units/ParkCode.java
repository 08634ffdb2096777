package dev.storefront.flashsale.units;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What {@code parkNote.lua} answers. */
public enum ParkCode {
  PARKED(1),
  /** It was settled or put aside meanwhile, by another instance. */
  GONE(0),
  /** It was noted again meanwhile. */
  TOO_YOUNG(-1);

  private static final Map<Long, ParkCode> BY_NUMBER =
      Arrays.stream(values()).collect(Collectors.toMap(ParkCode::number, Function.identity()));

  private final long number;

  ParkCode(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  static ParkCode of(long number) {
    return Objects.requireNonNull(BY_NUMBER.get(number), () -> "no code " + number);
  }
}
