/** The suite's services as processes of this machine, and the whole stack that they are part of. */
@NullMarked
package dev.storefront.localstack.stack;

import org.jspecify.annotations.NullMarked;
