package dev.storefront.usertag.rule;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import dev.storefront.usertag.lease.WorkLeases;
import dev.storefront.usertag.rule.RuleCounts.Due;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.tagging.Tagging;
import dev.storefront.usertag.user.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Gives tags to those of whom enough was seen. It is noted in the transaction that counts, so what
 * a crash or an outage leaves behind is given later; given twice, it is the same change.
 */
@Component
class RuleGrants {

  private static final Logger log = LoggerFactory.getLogger(RuleGrants.class);
  private static final int USERS_PER_STEP = 500;

  /** So that the scheduler has its thread back now and then. */
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);

  private final RuleTable table;
  private final RuleCounts counts;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final WorkLeases leases;
  private final Clock clock;

  /** How many of those who are due longest could not be given a tag in this or the last round. */
  private int waiting;

  RuleGrants(
      RuleTable table,
      RuleCounts counts,
      TagCatalog tags,
      Tagging tagging,
      WorkLeases leases,
      Clock clock) {
    this.table = table;
    this.counts = counts;
    this.tags = tags;
    this.tagging = tagging;
    this.leases = leases;
    this.clock = clock;
  }

  /**
   * Gives all that are due, and forgets counts that are too old. Those who cannot be given a tag
   * yet, for a part of Redis is away, keep none of the others waiting.
   */
  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void round() {
    try {
      giveInTurn();
    } catch (RuntimeException e) {
      log.warn("Tags by rules are given in the next round: {}", e.toString());
    }
    leases.work("rules", () -> counts.forgetSome(clock.millis()));
  }

  private void giveInTurn() {
    Instant end = clock.instant().plus(LONGEST_ROUND);
    boolean isMore = true;
    while (isMore && clock.instant().isBefore(end)) {
      List<Due> due = counts.due(waiting, USERS_PER_STEP);
      waiting += isGiven(due) ? 0 : due.size();
      isMore = due.size() == USERS_PER_STEP;
    }
    waiting = isMore ? waiting : 0;
  }

  /** Gives all that are due, or leaves it to the next round. */
  void give() {
    try {
      List<Due> due;
      do {
        due = counts.due(0, USERS_PER_STEP);
      } while (isGiven(due) && due.size() == USERS_PER_STEP);
    } catch (RuntimeException e) {
      log.warn("Tags by rules are given in the next round: {}", e.toString());
    }
  }

  private boolean isGiven(List<Due> due) {
    try {
      give(due);
      return true;
    } catch (RuntimeException e) {
      log.warn("Tags by rules are given later: {}", e.toString());
      return false;
    }
  }

  /** Gives these, but for those that are not due any more: who was erased meanwhile stays so. */
  void give(List<Due> due) {
    if (due.isEmpty()) {
      return;
    }
    Map<Long, Rule> rules = table.all().stream().collect(toMap(Rule::id, rule -> rule));
    Map<String, Integer> numbers =
        tags.numbers(rules.values().stream().map(Rule::tag).collect(toSet()));
    long now = clock.millis();
    Map<TagChange, Due> changes = new LinkedHashMap<>();
    for (Due of : due) {
      Rule rule = rules.get(of.rule());
      Integer tag = rule == null ? null : numbers.get(rule.tag());
      Long end = rule == null ? null : rule.endAfter(of.time());
      // Neither for a rule or a tag that is gone, nor for an event of long ago.
      if (rule != null && tag != null && (end == null || end > now)) {
        changes.put(
            new TagChange(
                null, new UserId(of.userId()), tag, true, of.time(), end, "rule " + rule.name()),
            of);
      }
    }
    tagging.apply(List.copyOf(changes.keySet()), some -> stillDue(some, changes));
    counts.done(due);
  }

  private List<TagChange> stillDue(List<TagChange> some, Map<TagChange, Due> due) {
    Set<Due> held = counts.hold(some.stream().map(due::get).toList());
    return some.stream().filter(change -> held.contains(due.get(change))).toList();
  }
}
