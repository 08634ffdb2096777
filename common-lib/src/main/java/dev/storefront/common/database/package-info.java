/** The health of the service's database, and transactions that begin anew after a deadlock. */
@NullMarked
package dev.storefront.common.database;

import org.jspecify.annotations.NullMarked;
