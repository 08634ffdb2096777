package dev.storefront.usertag.standing;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storefront.common.outbox.Outbox;
import dev.storefront.common.outbox.Outbox.Keyed;
import dev.storefront.usertag.standing.AudienceEvent.Type;
import dev.storefront.usertag.tagging.LockedUser;
import dev.storefront.usertag.tagging.TagsChange;
import dev.storefront.usertag.tagging.TagsListener;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Tells who enters and leaves standing audiences. Nobody notes who belongs to them: that follows
 * from a user's tags, which are locked when they change, and from the formula that has reached the
 * user. So in one transaction the tags change, or the formula reaches a user, and the event is
 * noted in the outbox: each transition once, whatever ends in between.
 */
@Component
class Transitions implements TagsListener {

  /** And those of one more user: thousands of users may each be of a thousand audiences. */
  private static final int MOST_IN_MEMORY = 1_000;

  private static final String TOPIC = "audience-events";

  /** What a backfill may have waiting for Kafka. */
  private static final int MOST_WAITING = 10_000;

  private final FormulaTable formulas;
  private final Outbox outbox;
  private final Clock clock;

  Transitions(FormulaTable formulas, Outbox outbox, Clock clock) {
    this.formulas = formulas;
    this.outbox = outbox;
    this.clock = clock;
  }

  @Override
  public void changed(List<TagsChange> changes) {
    Set<Integer> tags = new TreeSet<>();
    for (TagsChange change : changes) {
      tags.addAll(change.tags());
      if (change.before() == null || change.after() == null) {
        tags.add(FormulaTable.NO_TAG);
      }
    }
    if (tags.isEmpty()) {
      return;
    }
    // Read after the users were locked: so it is known which formula has reached them.
    Collection<List<AudienceFormula>> audiences =
        formulas.naming(tags).stream()
            .collect(groupingBy(AudienceFormula::audience, LinkedHashMap::new, toList()))
            .values();
    List<Keyed> events = new ArrayList<>();
    for (TagsChange change : changes) {
      for (List<AudienceFormula> ofAudience : audiences) {
        AudienceFormula formula = reaching(change.ordinal(), ofAudience);
        add(
            events,
            formula.name(),
            change.userId(),
            holds(formula, change.ordinal(), change.before()),
            holds(formula, change.ordinal(), change.after()));
      }
      if (events.size() >= MOST_IN_MEMORY) {
        outbox.addAll(TOPIC, events);
        events.clear();
      }
    }
    outbox.addAll(TOPIC, events);
  }

  /** Whether Kafka should be told first what waits. */
  @Override
  public boolean isBehind() {
    return outbox.hasMoreThan(MOST_WAITING);
  }

  /**
   * Applies an audience's newest formula to users whom it has not reached.
   *
   * @param formulas of the audience, the newest first
   */
  void reach(List<LockedUser> users, List<AudienceFormula> formulas) {
    AudienceFormula newest = formulas.get(0);
    List<AudienceFormula> older = formulas.subList(1, formulas.size());
    List<Keyed> events = new ArrayList<>();
    for (LockedUser user : users) {
      boolean was = holds(reaching(user.ordinal(), older), user.ordinal(), user::has);
      add(events, newest.name(), user.userId(), was, holds(newest, user.ordinal(), user::has));
    }
    outbox.addAll(TOPIC, events);
  }

  private void add(List<Keyed> events, String audience, String userId, boolean was, boolean is) {
    if (was != is) {
      String eventId = UUID.randomUUID().toString();
      Type type = is ? Type.ENTERED : Type.LEFT;
      events.add(
          new Keyed(userId, new AudienceEvent(eventId, audience, userId, type, clock.millis())));
    }
  }

  private static boolean holds(AudienceFormula formula, long ordinal, @Nullable IntPredicate tags) {
    return formula.formula() != null && tags != null && formula.formula().holds(ordinal, tags);
  }

  private static AudienceFormula reaching(long ordinal, List<AudienceFormula> newestFirst) {
    return newestFirst.stream()
        .filter(formula -> formula.reached() >= ordinal)
        .findFirst()
        .orElseThrow();
  }
}
