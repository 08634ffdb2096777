/** What is under way to replace all users of a tag, and so holds over whatever is older. */
@NullMarked
package dev.storefront.usertag.replacing;

import org.jspecify.annotations.NullMarked;
