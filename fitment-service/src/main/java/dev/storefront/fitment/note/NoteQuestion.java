package dev.storefront.fitment.note;

/**
 * What is there to look at where this SKU fits?
 *
 * @param skuId each SKU is asked about once
 * @param vehicles for each vehicle of the whole question whether it is asked about this SKU
 * @param times how often the answer will be told
 */
public record NoteQuestion(long skuId, boolean[] vehicles, int times) {}
