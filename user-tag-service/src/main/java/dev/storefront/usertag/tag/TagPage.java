package dev.storefront.usertag.tag;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some of the tags, by name. */
record TagPage(List<TagView> tags, @Nullable String nextCursor) {}
