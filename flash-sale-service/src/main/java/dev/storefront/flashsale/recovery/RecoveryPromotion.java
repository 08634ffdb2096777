package dev.storefront.flashsale.recovery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A promotion that a recovery has yet to rebuild.
 *
 * @param closedAt when this instance closed and emptied it; null if it has yet to
 * @param tries how often its rebuild came to nothing
 * @param delay why it is closed for longer than usual; null if it is not
 */
record RecoveryPromotion(
    long promotionId, @Nullable Instant closedAt, int tries, @Nullable String delay) {}
