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

  private final RuleTable table;
  private final RuleCounts counts;
  private final TagCatalog tags;
  private final Tagging tagging;
  private final WorkLeases leases;
  private final Clock clock;

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

  /** Gives all that are due, and forgets counts that are too old. */
  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void round() {
    give();
    leases.work("rules", () -> counts.forgetSome(clock.millis()));
  }

  /** Gives all that are due, or leaves it to the next round. */
  void give() {
    try {
      boolean isMore = true;
      while (isMore) {
        isMore = giveSome();
      }
    } catch (RuntimeException e) {
      log.warn("Tags by rules are given in the next round: {}", e.toString());
    }
  }

  private boolean giveSome() {
    List<Due> due = counts.due(USERS_PER_STEP);
    give(due);
    return due.size() == USERS_PER_STEP;
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
