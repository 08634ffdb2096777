/** Jobs on a Flink session cluster, over its REST API. */
@NullMarked
package dev.storefront.localstack.flink;

import org.jspecify.annotations.NullMarked;
