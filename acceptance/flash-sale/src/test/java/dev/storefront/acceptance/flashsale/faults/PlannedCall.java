package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Request;
import java.time.Duration;

/**
 * A call that will be made, whatever became of others.
 *
 * @param at milliseconds from the round's start
 * @param instance which of the two is asked
 * @param patience how long its caller waits for a reply
 * @param asUser the user who makes it; empty for a service, or an operator where only those may
 */
record PlannedCall(long at, int instance, Request request, Duration patience, String asUser) {}
