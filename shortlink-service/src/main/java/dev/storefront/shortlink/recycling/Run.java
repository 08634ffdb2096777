package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Tier;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A recycling run.
 *
 * @param dispatchedOn only segments handed out on that day (UTC); null for all
 * @param reason why it was refused, else null
 * @param nextSegment where checking goes on
 * @param idle segments found without a marker and without a lease
 * @param live segments in use
 * @param recycled segments whose ids are free again
 * @param rescued segments that were visited while in quarantine
 */
record Run(
    String id,
    Tier tier,
    @Nullable LocalDate dispatchedOn,
    State state,
    @Nullable String reason,
    long nextSegment,
    long segmentsChecked,
    long idle,
    long live,
    long recycled,
    long rescued,
    Instant createdAt,
    @Nullable Instant quarantineUntil,
    @Nullable Instant finishedAt) {

  enum State {
    QUEUED,
    CHECKING,
    QUARANTINE,
    DONE,
    REFUSED
  }
}
