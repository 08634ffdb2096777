package dev.storefront.flashsale.units;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What {@code lendUnits.lua} answers. */
enum LoanCode {
  LENT(1),
  /** An earlier loan to the same bucket has to be completed first. */
  UNDER_WAY(2),
  NOTHING_LEFT(0),
  /** It is being rebuilt, or was since, or is not known to be complete. */
  NOT_OPEN(-1);

  private static final Map<Long, LoanCode> BY_NUMBER =
      Arrays.stream(values()).collect(Collectors.toMap(LoanCode::number, Function.identity()));

  private final long number;

  LoanCode(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  static LoanCode of(long number) {
    return Objects.requireNonNull(BY_NUMBER.get(number), () -> "no code " + number);
  }
}
