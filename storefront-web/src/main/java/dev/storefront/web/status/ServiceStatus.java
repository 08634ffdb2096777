package dev.storefront.web.status;

import java.net.URI;
import java.util.List;

/**
 * One row of the start page.
 *
 * @param health {@code UP}, {@code OUT_OF_SERVICE}, {@code DOWN}, or {@code UNREACHABLE} when the
 *     service gave no answer
 * @param missing the backing servers that the service reports as away
 * @param url the service's address
 * @param apiUrl its API's page
 */
record ServiceStatus(
    String name, String about, String health, List<String> missing, URI url, URI apiUrl) {}
