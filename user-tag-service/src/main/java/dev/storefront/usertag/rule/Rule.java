package dev.storefront.usertag.rule;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A rule: who has enough events of a kind within a time is given a tag.
 *
 * @param id another one for each definition of the rule
 * @param where the values that members of an event must have: numbers as numbers, others as text
 * @param withinSeconds between the first and the last event; null if one is enough
 * @param expiresAfterSeconds from the last event; null for never
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Rule(
    @JsonIgnore long id,
    String name,
    String tag,
    RuleTopic topic,
    Map<String, Object> where,
    int atLeast,
    @Nullable Long withinSeconds,
    @Nullable Long expiresAfterSeconds) {

  private static final int MILLIS = 1000;

  /** Whether an event of the topic is one of those that count. */
  boolean isAbout(JsonNode event) {
    return where.entrySet().stream()
        .allMatch(
            entry -> {
              JsonNode member = event.path(entry.getKey());
              return member.isNumber()
                  ? member
                      .decimalValueOpt()
                      .filter(number -> isNumber(number, entry.getValue().toString()))
                      .isPresent()
                  : member.isValueNode()
                      && !member.isNull()
                      && member.asString().equals(entry.getValue().toString());
            });
  }

  /** As numbers: 2.0 is 2. */
  private static boolean isNumber(BigDecimal member, String wanted) {
    try {
      return member.compareTo(new BigDecimal(wanted)) == 0;
    } catch (NumberFormatException isText) {
      return false;
    }
  }

  /** How far the first and the last event may lie apart, in milliseconds. */
  long window() {
    return withinSeconds == null ? 0 : withinSeconds * MILLIS;
  }

  /** When a tag that is given for an event ends, epoch milliseconds; null for never. */
  @Nullable Long endAfter(long time) {
    return expiresAfterSeconds == null ? null : time + expiresAfterSeconds * MILLIS;
  }
}
