package dev.storefront.acceptance.flashsale.proof;

import java.util.List;

/** All that is known of a run: what was for sale, every call, and the books at its end. */
public record Run(List<Sale> sales, List<Exchange> exchanges, Books books) {}
