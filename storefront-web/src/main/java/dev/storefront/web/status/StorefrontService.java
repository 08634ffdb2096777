package dev.storefront.web.status;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One of the five services, as this process and as a browser find it.
 *
 * @param name the process name, for example {@code fitment-service}
 * @param about one line for people
 * @param url the address that a browser uses
 * @param internalUrl the address that this process uses; {@code url} when absent
 */
record StorefrontService(
    @NotBlank String name, @NotBlank String about, @NotNull URI url, @Nullable URI internalUrl) {

  URI reachableUrl() {
    return internalUrl == null ? url : internalUrl;
  }
}
