/** What every service's OpenAPI document says alike. */
@NullMarked
package dev.storefront.common.openapi;

import org.jspecify.annotations.NullMarked;
