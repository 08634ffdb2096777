package dev.storefront.history.erasure;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A line of a receipt. */
record ErasedStore(
    Store store,
    @Schema(
            description =
                "when everything was gone, or will be at the latest by the store's retention; null"
                    + " if it keeps things for ever")
        @Nullable Instant erasedAt,
    By by) {

  /** What makes things go. */
  enum By {
    /** They are gone. */
    DELETION,
    /** They go by their age, and until then they show nowhere and are not taken from there. */
    RETENTION
  }
}
