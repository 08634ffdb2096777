package dev.storefront.flashsale.ledger;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the ledger.
 *
 * @param mode which way entries take until an operator sets the switch {@code ledger-mode}
 */
@ConfigurationProperties("storefront.flash-sale.ledger")
record LedgerProperties(@DefaultValue("AUTO") LedgerMode mode) {}
