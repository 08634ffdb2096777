/** What measures a part of the SDK that others do not see: its package's other half. */
@NullMarked
package dev.storefront.shortlink.sdk;

import org.jspecify.annotations.NullMarked;
