package dev.storefront.history.timeline;

import dev.storefront.history.View;
import java.util.List;

/**
 * What Redis has of a user.
 *
 * @param views newest first
 * @param complete true if it is known that cold storage adds nothing
 */
record HotViews(List<View> views, boolean complete) {}
