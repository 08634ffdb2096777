package dev.storefront.flashsale.recovery;

/**
 * What a recovery is asked for; its promotions stand in their own table.
 *
 * @param automatic true if the service found the loss by itself
 * @param promotions how many there are
 */
record RecoveryRequest(boolean automatic, int promotions) {}
