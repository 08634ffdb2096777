/** The SDK in a Spring Boot application. Nothing else of the SDK needs Spring. */
@NullMarked
package dev.storefront.shortlink.sdk.spring;

import org.jspecify.annotations.NullMarked;
