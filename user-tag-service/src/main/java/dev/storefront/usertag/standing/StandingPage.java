package dev.storefront.usertag.standing;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some standing audiences, by name. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StandingPage(List<AudienceView> audiences, @Nullable String nextCursor) {}
