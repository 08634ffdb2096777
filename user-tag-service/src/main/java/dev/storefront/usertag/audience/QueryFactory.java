package dev.storefront.usertag.audience;

import dev.storefront.common.web.Problem;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Makes queries of expressions, and answers for their tags. */
@Component
class QueryFactory {

  private final TagCatalog tags;

  QueryFactory(TagCatalog tags) {
    this.tags = tags;
  }

  /**
   * Runs {@code work} on the query that {@code text} says. Its result counts only if all the tags
   * were there from beginning to end: a missing bitmap would look like a tag without users.
   *
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-expression} or {@code
   *     unknown-tag}
   */
  <T> T run(String text, Function<SegmentQuery, T> work) {
    Expression expression = parse(text);
    SegmentQuery query = new SegmentQuery(expression, numbers(expression.tagNames()));
    T result = work.apply(query);
    if (!numbers(expression.tagNames()).equals(query.numbers())) {
      throw Problem.of(
              HttpStatus.CONFLICT, "tag-replaced", "A tag was deleted and made anew meanwhile.")
          .toException();
    }
    return result;
  }

  private Map<String, Integer> numbers(Set<String> names) {
    Map<String, Integer> numbers = tags.numbers(names);
    List<String> unknown = names.stream().filter(name -> !numbers.containsKey(name)).toList();
    if (!unknown.isEmpty()) {
      throw new UnknownTag(unknown).inExpression();
    }
    return numbers;
  }

  private static Expression parse(String text) {
    ParsedExpression parsed = ExpressionParser.parse(text);
    if (parsed instanceof ParsedExpression.Valid valid) {
      return valid.expression();
    }
    ParsedExpression.Invalid invalid = (ParsedExpression.Invalid) parsed;
    throw Problem.of(
            HttpStatus.BAD_REQUEST,
            "invalid-expression",
            "At position %d: %s.".formatted(invalid.position(), invalid.message()))
        .with("position", invalid.position())
        .toException();
  }
}
