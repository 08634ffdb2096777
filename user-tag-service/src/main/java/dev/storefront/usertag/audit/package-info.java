/** Who gave tags to users and took them, and when. */
@NullMarked
package dev.storefront.usertag.audit;

import org.jspecify.annotations.NullMarked;
