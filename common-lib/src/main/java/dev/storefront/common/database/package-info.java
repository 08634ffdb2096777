/** The health of the service's database. */
@NullMarked
package dev.storefront.common.database;

import org.jspecify.annotations.NullMarked;
