/** Who has which tag: the database is the truth, Redis follows. */
@NullMarked
package dev.storefront.usertag.tagging;

import org.jspecify.annotations.NullMarked;
