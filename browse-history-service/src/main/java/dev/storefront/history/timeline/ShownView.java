package dev.storefront.history.timeline;

import dev.storefront.history.core.View;
import dev.storefront.history.product.Product;
import java.util.Optional;

/** A view with what is known of its product. */
record ShownView(View view, Optional<Product> product) {}
