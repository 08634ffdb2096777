/** What travels through Kafka, as another team's application sees it. */
@NullMarked
package dev.storefront.acceptance.events;

import org.jspecify.annotations.NullMarked;
