/** What happened to units, in order for each promotion: through Kafka into MySQL. */
@NullMarked
package dev.storefront.flashsale.ledger;

import org.jspecify.annotations.NullMarked;
