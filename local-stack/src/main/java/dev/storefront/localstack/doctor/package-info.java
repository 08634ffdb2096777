/** Looks for what would keep the stack from running on this machine, and says what to do. */
@NullMarked
package dev.storefront.localstack.doctor;

import org.jspecify.annotations.NullMarked;
