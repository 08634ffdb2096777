/** Links: publishing, changing, reading, and their cold storage. */
@NullMarked
package dev.storefront.shortlink.link;

import org.jspecify.annotations.NullMarked;
