/** Events that are noted in the transaction of what they tell of, and go to Kafka afterwards. */
@NullMarked
package dev.storefront.common.outbox;

import org.jspecify.annotations.NullMarked;
