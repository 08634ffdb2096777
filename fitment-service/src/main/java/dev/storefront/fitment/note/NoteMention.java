package dev.storefront.fitment.note;

/**
 * A note of a SKU is about a vehicle.
 *
 * @param note its number among the SKU's notes
 * @param vehicle its place in the question, from 0
 * @param nth its place among the SKU's notes about that vehicle, from 1
 * @param characters how long it is
 */
record NoteMention(NoteId note, int vehicle, int nth, int characters) {

  /** Which note of which SKU. */
  record NoteId(long skuId, int number) {}
}
