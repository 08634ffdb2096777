/** The tags: names, numbers, descriptions. */
@NullMarked
package dev.storefront.usertag.tag;

import org.jspecify.annotations.NullMarked;
