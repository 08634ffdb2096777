package dev.storefront.flashsale.recovery;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of recovery.
 *
 * @param closedFor how long a promotion is closed before it is rebuilt; longer than a grab may take
 *     to be confirmed
 * @param answerWithin how long the answer to who asks for a recovery waits for sales to be closed
 */
@ConfigurationProperties("storefront.flash-sale.recovery")
record RecoveryProperties(
    @DefaultValue("11s") Duration closedFor, @DefaultValue("3s") Duration answerWithin) {}
