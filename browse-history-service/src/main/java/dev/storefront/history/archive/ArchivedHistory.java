package dev.storefront.history.archive;

import dev.storefront.history.View;
import java.util.List;

/**
 * A user's cold row.
 *
 * @param views newest first
 * @param asOf the moment up to which page views and deletions went into it, epoch milliseconds; 0
 *     if there is no row
 */
public record ArchivedHistory(List<View> views, long asOf) {

  static final ArchivedHistory NONE = new ArchivedHistory(List.of(), 0);
}
