/** One reading of the database for many callers. */
@NullMarked
package dev.storefront.usertag.reading;

import org.jspecify.annotations.NullMarked;
