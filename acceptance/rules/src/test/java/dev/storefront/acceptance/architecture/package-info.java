/** The rules of CONTRIBUTING.md that a compiler does not know. */
@NullMarked
package dev.storefront.acceptance.architecture;

import org.jspecify.annotations.NullMarked;
