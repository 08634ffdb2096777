package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Expression.And;
import dev.storefront.usertag.audience.Expression.HasTag;
import dev.storefront.usertag.audience.Expression.InSet;
import dev.storefront.usertag.audience.Expression.Not;
import dev.storefront.usertag.audience.Expression.Or;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An expression over tags' numbers, which tells of a single user whether he belongs to it. Names
 * have no part in it: a tag or an audience that is made anew under an old name does not change it.
 */
public final class Formula {

  private static final char NOT = '!';
  private static final char AND = '&';
  private static final char OR = '|';

  /** Before a share. */
  private static final char SHARE = '%';

  /** Of tags whose names are their numbers, and of shares. */
  private final Expression expression;

  private Formula(Expression expression) {
    this.expression = expression;
  }

  static Formula of(Question question) {
    return new Formula(
        question
            .expressions()
            .get(0)
            .replacing(
                leaf ->
                    leaf instanceof HasTag tag
                        ? new HasTag(Integer.toString(question.number(tag.name())))
                        : leaf));
  }

  /** Reads what {@link #text} wrote. */
  public static Formula parse(String text) {
    return new Formula(read(List.of(text.split(" ")).iterator()));
  }

  private static Expression read(Iterator<String> words) {
    String word = words.next();
    String rest = word.substring(1);
    return switch (word.charAt(0)) {
      case NOT -> new Not(read(words));
      case AND -> new And(read(rest, words));
      case OR -> new Or(read(rest, words));
      case SHARE -> new InSet(Share.ofWord(rest));
      default -> new HasTag(word);
    };
  }

  private static List<Expression> read(String count, Iterator<String> words) {
    return IntStream.range(0, Integer.parseInt(count)).mapToObj(i -> read(words)).toList();
  }

  /** The formula as a text, to be kept. */
  public String text() {
    List<String> words = new ArrayList<>();
    write(expression, words);
    return String.join(" ", words);
  }

  /** Sign first; behind those of several operands how many there are. */
  private static void write(Expression part, List<String> words) {
    if (part instanceof HasTag tag) {
      words.add(tag.name());
    } else if (part instanceof InSet set && set.users() instanceof Share share) {
      words.add(SHARE + share.word());
    } else if (part instanceof Not) {
      words.add(String.valueOf(NOT));
    } else {
      words.add((part instanceof And ? AND : OR) + String.valueOf(part.operands().size()));
    }
    part.operands().forEach(operand -> write(operand, words));
  }

  /** The numbers of its tags. */
  public Set<Integer> tags() {
    return expression.tagNames().stream()
        .map(Integer::valueOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether it may hold for somebody who is known and has no tag. */
  public boolean mayHoldWithoutTags() {
    return expression.stream().anyMatch(InSet.class::isInstance) || holds(0, tag -> false);
  }

  /** Whether it holds for a user who is known and has these tags. */
  public boolean holds(long ordinal, IntPredicate hasTag) {
    return expression.holds(ordinal, tag -> hasTag.test(Integer.parseInt(tag)));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Formula formula && formula.expression.equals(expression);
  }

  @Override
  public int hashCode() {
    return expression.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
