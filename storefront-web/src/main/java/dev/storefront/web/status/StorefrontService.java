package dev.storefront.web.status;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;

/**
 * One of the five services.
 *
 * @param name the process name, for example {@code fitment-service}
 * @param about one line for people
 * @param url its address, good for browsers and for this process
 * @param managementUrl the address of its health and of its API's document, good for both too
 */
record StorefrontService(
    @NotBlank String name, @NotBlank String about, @NotNull URI url, @NotNull URI managementUrl) {}
