/** What the start page shows: the five services, their addresses and whether they are ready. */
@NullMarked
package dev.storefront.web.status;

import org.jspecify.annotations.NullMarked;
