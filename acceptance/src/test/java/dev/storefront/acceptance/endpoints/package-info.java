/** Every endpoint of every service against the contract. */
@NullMarked
package dev.storefront.acceptance.endpoints;

import org.jspecify.annotations.NullMarked;
