package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.barrier.OffsetBarriers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A promotion that a recovery has yet to rebuild.
 *
 * @param closedAt when it was closed and emptied; null if it has yet to be
 * @param fence under which it was closed
 * @param barrier where the ledger's topic ended once nothing was under way any more; null until
 *     then
 * @param tries how often its rebuild came to nothing
 * @param delay why it is closed for longer than usual; null if it is not
 */
record RecoveryPromotion(
    long promotionId,
    @Nullable Instant closedAt,
    long fence,
    OffsetBarriers.@Nullable Barrier barrier,
    int tries,
    @Nullable String delay) {}
