/**
 * What a history is, without any server: for the service, for the Flink jobs and for tests, so that
 * all of them keep, order and hide alike.
 */
@NullMarked
package dev.storefront.history.core;

import org.jspecify.annotations.NullMarked;
