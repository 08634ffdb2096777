package dev.storefront.history.timeline;

import dev.storefront.history.core.View;
import dev.storefront.history.product.Product;
import org.jspecify.annotations.Nullable;

/** A view with what is known of its product, null for nothing. */
record ShownView(View view, @Nullable Product product) {}
