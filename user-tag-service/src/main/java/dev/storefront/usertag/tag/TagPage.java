package dev.storefront.usertag.tag;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some of the tags, by name. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TagPage(List<TagView> tags, @Nullable String nextCursor) {}
