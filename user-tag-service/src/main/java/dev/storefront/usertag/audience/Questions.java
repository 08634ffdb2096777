package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Answer.Found;
import dev.storefront.usertag.audience.Answer.NoSuchTags;
import dev.storefront.usertag.audience.Answer.Refused;
import dev.storefront.usertag.tag.Ground;
import dev.storefront.usertag.tag.GroundTable;
import dev.storefront.usertag.tag.UnknownTag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Makes questions of texts and answers for their tags: a bitmap that is missing would look like a
 * tag without users, and under NOT like everybody.
 */
@Component
class Questions {

  private final GroundTable grounds;
  private final NamedAudiences audiences;

  Questions(GroundTable grounds, NamedAudiences audiences) {
    this.grounds = grounds;
    this.audiences = audiences;
  }

  /** Works out what the texts ask for together. */
  <T> Answer<T> answer(
      List<String> texts, Map<String, UserList> lists, Function<Question, T> work) {
    return answer(texts, audiences, lists, work);
  }

  /**
   * As {@link #answer(List, Map, Function)} without lists, with these audiences in place of those
   * there are.
   */
  <T> Answer<T> answer(List<String> texts, NamedAudiences audiences, Function<Question, T> work) {
    return answer(texts, audiences, Map.of(), work);
  }

  private <T> Answer<T> answer(
      List<String> texts,
      NamedAudiences audiences,
      Map<String, UserList> lists,
      Function<Question, T> work) {
    List<Expression> expressions = new ArrayList<>();
    try {
      for (String text : texts) {
        expressions.add(Expander.expand(ExpressionParser.parse(text, lists), audiences));
      }
    } catch (RefusedException e) {
      return new Refused<>(e.refusal().ofText(expressions.size()));
    }
    return answerAll(expressions, work);
  }

  /** The answer counts only if all tags were there from first to last. */
  private <T> Answer<T> answerAll(List<Expression> expressions, Function<Question, T> work) {
    Set<String> names = new LinkedHashSet<>();
    expressions.forEach(expression -> names.addAll(expression.tagNames()));
    if (names.size() > ExpressionParser.MOST_TAGS) {
      return new Refused<>(Expander.TOO_LARGE);
    }
    Ground remembered = grounds.remembered(names);
    if (remembered != null) {
      T value = work.apply(new Question(expressions, remembered));
      if (grounds.holds(remembered)) {
        return new Found<>(value);
      }
    }
    Ground ground = grounds.read(names);
    Map<String, Integer> numbers = ground.numbers();
    if (numbers.size() < names.size()) {
      return new NoSuchTags<>(missing(names, name -> !numbers.containsKey(name)));
    }
    T value = work.apply(new Question(expressions, ground));
    Map<String, Integer> afterwards = grounds.read(names).numbers();
    return afterwards.equals(numbers)
        ? new Found<>(value)
        : new NoSuchTags<>(
            missing(names, name -> !Objects.equals(numbers.get(name), afterwards.get(name))));
  }

  private static UnknownTag missing(Set<String> names, Predicate<String> isMissing) {
    return new UnknownTag(names.stream().filter(isMissing).toList());
  }
}
