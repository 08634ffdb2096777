/** Who has which tag, and who is in which audience. */
@NullMarked
package dev.storefront.usertag;

import org.jspecify.annotations.NullMarked;
