package dev.storefront.usertag.standing;

import com.google.common.collect.Lists;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.audience.AudienceSearch;
import dev.storefront.usertag.segment.SegmentStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows audiences with how many users they have now. */
@Component
class AudienceViews {

  /** As many as callers may compare at once: one question, however many audiences a list has. */
  private static final int COUNTED_TOGETHER = 20;

  /** Longer than a list of all takes, unless there are many segments. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final AudienceSearch search;
  private final SegmentStore segments;
  private final Clock clock;

  AudienceViews(AudienceSearch search, SegmentStore segments, Clock clock) {
    this.search = search;
    this.segments = segments;
    this.clock = clock;
  }

  /** As it is counted now, or was last while a tag in it does not exist. */
  AudienceView counted(StandingAudience audience) {
    return view(
        audience, search.countIfTagsExist(audience.expression()), segments.highestOrdinal());
  }

  /** As last counted if nobody can say now: what was carried out is not answered with an error. */
  AudienceView countedIfPossible(StandingAudience audience) {
    return countedIfPossible(List.of(audience)).get(0);
  }

  /** Those that nobody can count now, or that would take too long together, are as last counted. */
  List<AudienceView> countedIfPossible(List<StandingAudience> audiences) {
    Instant end = clock.instant().plus(LONGEST);
    long highest = segments.highestOrdinal();
    List<AudienceView> views = new ArrayList<>();
    boolean isCounting = true;
    for (List<StandingAudience> some : Lists.partition(audiences, COUNTED_TOGETHER)) {
      List<OptionalLong> counts = isCounting ? counts(some) : List.of();
      isCounting = !counts.isEmpty() && clock.instant().isBefore(end);
      for (int i = 0; i < some.size(); i++) {
        views.add(
            view(some.get(i), counts.isEmpty() ? OptionalLong.empty() : counts.get(i), highest));
      }
    }
    return views;
  }

  /** None if nobody can say. */
  private List<OptionalLong> counts(List<StandingAudience> some) {
    try {
      return search.counts(some.stream().map(StandingAudience::expression).toList());
    } catch (ProblemException | BackendUnavailableException e) {
      return List.of();
    }
  }

  private AudienceView view(StandingAudience audience, OptionalLong count, long highest) {
    @Nullable Long users = count.isPresent() ? Long.valueOf(count.getAsLong()) : audience.users();
    return AudienceView.of(audience, users, segments.layout(), highest);
  }
}
