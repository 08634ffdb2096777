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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    try {
      boolean isMore = true;
      while (isMore && leases.take("rules")) {
        isMore = counts.forgetSome(clock.millis());
      }
    } catch (RuntimeException e) {
      log.warn("Old counts are forgotten in the next round: {}", e.toString());
    }
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
    if (due.isEmpty()) {
      return false;
    }
    Map<Long, Rule> rules = table.all().stream().collect(toMap(Rule::id, rule -> rule));
    Map<String, Integer> numbers =
        tags.numbers(rules.values().stream().map(Rule::tag).collect(toSet()));
    long now = clock.millis();
    List<TagChange> changes = new ArrayList<>();
    for (Due of : due) {
      Rule rule = rules.get(of.rule());
      Integer tag = rule == null ? null : numbers.get(rule.tag());
      Long end = rule == null ? null : rule.endAfter(of.time());
      // Neither for a rule or a tag that is gone, nor for an event of long ago.
      if (rule != null && tag != null && (end == null || end > now)) {
        changes.add(
            new TagChange(
                null, new UserId(of.userId()), tag, true, of.time(), end, "rule " + rule.name()));
      }
    }
    if (!changes.isEmpty()) {
      tagging.apply(changes);
    }
    counts.done(due);
    return due.size() == USERS_PER_STEP;
  }
}
