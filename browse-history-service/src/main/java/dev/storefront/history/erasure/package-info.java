/**
 * Users have all that is kept of them erased, in every store, and get a receipt. What would come
 * back does not, because of one mark, a clearing in MySQL and in Redis:
 *
 * <ul>
 *   <li>late views, a replay of {@code page-views}, a rebuild: {@code recordViews} takes no view at
 *       or before the mark
 *   <li>a replay of {@code flash-sale-events}, a merge with a guest of before: MySQL takes no
 *       purchase and no deletion at or before it, and a merge publishes no such view
 *   <li>a Redis that fell back: its rebuild erases again, by MySQL
 *   <li>{@code COMPUTE}: the mark is a deletion of all, so the user's row becomes an empty one
 *   <li>an {@code EXPORT} of what was computed before: {@link
 *       dev.storefront.history.erasure.ErasedRows}, once it has loaded and before its watermark
 *   <li>views by a clock that is ahead: the mark's time is that of the latest one that Redis has
 *   <li>what was written while the erasure was ordered: MySQL is emptied once more after Redis
 *   <li>a crash: order and mark are one transaction, and each store is done again until the run
 *       says so
 * </ul>
 */
@NullMarked
package dev.storefront.history.erasure;

import org.jspecify.annotations.NullMarked;
