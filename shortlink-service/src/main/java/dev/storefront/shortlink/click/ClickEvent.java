package dev.storefront.shortlink.click;

import dev.storefront.shortlink.code.Address;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code shortlink-clicks}. What lies outside these bounds is no click: the database
 * would refuse it again and again.
 *
 * @param generation of the code: a recycled code starts counting anew
 * @param clickedAt epoch milliseconds
 * @param referrer at most 512 characters, null if the browser sent none
 * @param userAgent at most 256 characters, null if the browser sent none
 * @param client the same for the same visitor, without telling who that is
 */
record ClickEvent(
    @NotBlank @Size(max = 64) String eventId,
    @NotNull @Pattern(regexp = Address.CODE) String code,
    @Min(1) int generation,
    @Min(0) @Max(YEAR_10000) long clickedAt,
    @Size(max = 512) @Nullable String referrer,
    @Size(max = 256) @Nullable String userAgent,
    @Size(max = 64) @Nullable String client) {

  private static final long YEAR_10000 = 253_402_300_800_000L;
}
