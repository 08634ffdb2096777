package dev.storefront.fitment.check;

import java.util.List;

/**
 * @param results one for each SKU, in the order of the request
 */
record CheckReply(List<SkuFit> results) {}
