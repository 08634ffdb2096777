package dev.storefront.fitment.sku;

import dev.storefront.common.web.Problem;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Of which versions a SKU may be for a write to count: what a header {@code If-Match} says.
 *
 * @param tags entity tags as they are written, a star for any version that there is; null for a
 *     caller who did not say
 */
record IfMatch(@Nullable Set<String> tags) {

  static final IfMatch ANYTHING = new IfMatch(null);

  private static final String ANY_VERSION = "*";

  static IfMatch of(@Nullable String header) {
    return header == null
        ? ANYTHING
        : new IfMatch(
            Arrays.stream(header.split(",")).map(String::strip).collect(Collectors.toSet()));
  }

  /** The entity tag of a version. */
  static String tag(long version) {
    return "\"" + version + "\"";
  }

  /**
   * @param version the SKU's, 0 if nothing is known of it
   * @throws dev.storefront.common.web.ProblemException 412 {@code stale-version} if it is another
   *     one; the transaction has to end
   */
  void require(long version) {
    boolean holds =
        tags == null
            || (version > 0 && (tags.contains(ANY_VERSION) || tags.contains(tag(version))));
    if (!holds) {
      String is = version == 0 ? "nothing is known of the SKU" : "the SKU is of version " + version;
      throw Problem.of(
              HttpStatus.PRECONDITION_FAILED, "stale-version", "Nothing was changed: " + is + ".")
          .toException();
    }
  }
}
