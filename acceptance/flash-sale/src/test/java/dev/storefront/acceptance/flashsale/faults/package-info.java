/**
 * Flash sales on two instances and servers of their own, all real processes, while those are
 * killed, stopped and robbed of data by a seeded schedule.
 */
@NullMarked
package dev.storefront.acceptance.flashsale.faults;

import org.jspecify.annotations.NullMarked;
