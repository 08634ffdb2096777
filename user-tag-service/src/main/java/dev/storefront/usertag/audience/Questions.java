package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Answer.Found;
import dev.storefront.usertag.audience.Answer.NoExpression;
import dev.storefront.usertag.audience.Answer.NoSuchTags;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Makes queries of expressions and answers for their tags: a bitmap that is missing would look like
 * a tag without users, and under NOT like everybody.
 */
@Component
class Questions {

  private final TagCatalog tags;

  Questions(TagCatalog tags) {
    this.tags = tags;
  }

  /** Works out what {@code text} asks for. */
  <T> Answer<T> answer(String text, Function<SegmentQuery, T> work) {
    ParsedExpression parsed = ExpressionParser.parse(text);
    return parsed instanceof ParsedExpression.Valid valid
        ? answer(valid.expression(), work)
        : new NoExpression<>((ParsedExpression.Invalid) parsed);
  }

  /** Works the expression out; it counts only if all its tags were there from first to last. */
  <T> Answer<T> answer(Expression expression, Function<SegmentQuery, T> work) {
    Set<String> names = expression.tagNames();
    Map<String, Integer> numbers = tags.numbers(names);
    if (numbers.size() < names.size()) {
      return new NoSuchTags<>(missing(names, name -> !numbers.containsKey(name)));
    }
    T value = work.apply(new SegmentQuery(expression, numbers));
    Map<String, Integer> afterwards = tags.numbers(names);
    return afterwards.equals(numbers)
        ? new Found<>(value)
        : new NoSuchTags<>(
            missing(names, name -> !Objects.equals(numbers.get(name), afterwards.get(name))));
  }

  private static UnknownTag missing(Set<String> names, Predicate<String> isMissing) {
    return new UnknownTag(names.stream().filter(isMissing).toList());
  }
}
