/** Brings segments back that Redis lost, while the others serve. */
@NullMarked
package dev.storefront.usertag.rebuild;

import org.jspecify.annotations.NullMarked;
