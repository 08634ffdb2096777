package dev.storefront.usertag.audience;

import dev.storefront.usertag.tag.Ground;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Expressions that can be worked out.
 *
 * @param expressions one or more, which name tags alone
 * @param ground has all their tags
 * @param day at the end of which day; null for the present
 */
record Question(List<Expression> expressions, Ground ground, @Nullable LocalDate day) {

  Question(List<Expression> expressions, Ground ground) {
    this(expressions, ground, null);
  }

  Question asOf(@Nullable LocalDate day) {
    return new Question(expressions, ground, day);
  }

  /** The number of every tag, by its name. */
  Map<String, Integer> numbers() {
    return ground.numbers();
  }

  /** The number of one of its tags. */
  int number(String tag) {
    return Objects.requireNonNull(numbers().get(tag));
  }
}
