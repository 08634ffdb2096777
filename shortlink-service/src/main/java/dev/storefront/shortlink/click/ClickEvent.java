package dev.storefront.shortlink.click;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code shortlink-clicks}.
 *
 * @param generation of the code: a recycled code starts counting anew
 * @param clickedAt epoch milliseconds
 * @param referrer at most 512 characters, null if the browser sent none
 * @param userAgent at most 256 characters, null if the browser sent none
 * @param client the same for the same visitor, without telling who that is
 */
record ClickEvent(
    @NotBlank String eventId,
    @NotBlank @Size(max = 32) String code,
    @Min(1) int generation,
    @Min(0) long clickedAt,
    @Nullable String referrer,
    @Nullable String userAgent,
    @Nullable String client) {}
