/** Tagging many users at once, from a file. */
@NullMarked
package dev.storefront.usertag.imports;

import org.jspecify.annotations.NullMarked;
