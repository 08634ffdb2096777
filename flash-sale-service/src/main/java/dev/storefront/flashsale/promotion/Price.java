package dev.storefront.flashsale.promotion;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/**
 * What the product costs in the sale and outside of it.
 *
 * @param kind how the sale's price is told
 * @param listPrice the price outside of the sale, 0.01 to {@value #HIGHEST}
 * @param amount what comes off, or the price itself
 */
record Price(
    @NotNull @Schema(example = "DISCOUNT") Kind kind,
    @NotNull @DecimalMin("0.01") @DecimalMax(Price.HIGHEST) @Schema(example = "1999.00")
        BigDecimal listPrice,
    @NotNull @DecimalMin("0.01") @DecimalMax(Price.HIGHEST) @Schema(example = "500.00")
        BigDecimal amount) {

  static final String HIGHEST = "9999999999.99";

  /** Decimal places. */
  private static final int CENTS = 2;

  /** How the sale's price is told. */
  enum Kind {
    /** The list price less the amount. */
    DISCOUNT,
    /** The amount, whatever the list price. */
    FIXED
  }

  /** The price while the sale is on and something is left. */
  BigDecimal salePrice() {
    return kind == Kind.FIXED ? amount : listPrice.subtract(amount);
  }

  /**
   * Whether an amount of money has no fractions of a cent; 1.900 has none. Never writes the number
   * out, whatever its exponent is: {@code Digits} fails with one that is out of all bounds.
   */
  static boolean isWholeCents(BigDecimal money) {
    return money.scale() <= CENTS || money.stripTrailingZeros().scale() <= CENTS;
  }

  /** The same with two decimal places, so that equal prices are equal. */
  Price inCents() {
    return new Price(kind, listPrice.setScale(CENTS), amount.setScale(CENTS));
  }
}
