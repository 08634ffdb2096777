/** Events as JSON, topics made ready, dead letters. */
@NullMarked
package dev.storefront.common.kafka;

import org.jspecify.annotations.NullMarked;
