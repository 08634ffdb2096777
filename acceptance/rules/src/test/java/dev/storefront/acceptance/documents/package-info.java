/** What the suite's documents say, held against each other and against the code. */
@NullMarked
package dev.storefront.acceptance.documents;

import org.jspecify.annotations.NullMarked;
