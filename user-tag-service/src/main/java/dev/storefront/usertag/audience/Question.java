package dev.storefront.usertag.audience;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Expressions that can be worked out.
 *
 * @param expressions one or more, which name tags alone
 * @param numbers the number of every tag, by its name
 */
record Question(List<Expression> expressions, Map<String, Integer> numbers) {

  /** The number of one of its tags. */
  int number(String tag) {
    return Objects.requireNonNull(numbers.get(tag));
  }
}
