package dev.storefront.usertag.audience;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts standing audiences' own expressions in the places of their names, and those of the audiences
 * in them, and so on: 8 deep at most, 4,096 operators and names at most, 64 different tags at most.
 * The size is worked out first: audiences that name others twice each would double it with every
 * step.
 */
final class Expander {

  private static final int DEEPEST = 8;
  private static final int LARGEST = 4096;

  /** What is too large, by one expression or by several together. */
  static final Refusal TOO_LARGE = Refusal.tooLarge(LARGEST, ExpressionParser.MOST_TAGS);

  /** Different audiences in one expression. */
  private static final int MOST_AUDIENCES = 256;

  private final NamedAudiences audiences;
  private final Map<String, Expression> definitions = new HashMap<>();
  private final Map<String, Measure> measures = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();

  private Expander(NamedAudiences audiences) {
    this.audiences = audiences;
  }

  /** How many operators and names, and how many audiences within each other. */
  private record Measure(long size, int depth) {}

  /**
   * The expression without audiences.
   *
   * @throws RefusedException if there is none
   */
  static Expression expand(Expression expression, NamedAudiences audiences) {
    Expander expander = new Expander(audiences);
    expander.load(expression.audienceNames());
    if (expander.measure(expression).size() <= LARGEST) {
      Expression whole = expander.put(expression);
      if (whole.tagNames().size() <= ExpressionParser.MOST_TAGS) {
        return whole;
      }
    }
    throw new RefusedException(TOO_LARGE);
  }

  /** Reads all definitions that are needed, a level at a time. */
  private void load(Set<String> first) {
    Set<String> wanted = new TreeSet<>(first);
    while (!wanted.isEmpty()) {
      Map<String, String> found = audiences.expressions(wanted);
      Set<String> next = new TreeSet<>();
      for (String name : wanted) {
        String text = found.get(name);
        if (text == null) {
          throw new RefusedException(Refusal.unknownAudience(name));
        }
        Expression definition = ExpressionParser.parse(text);
        definitions.put(name, definition);
        next.addAll(definition.audienceNames());
      }
      next.removeAll(definitions.keySet());
      if (definitions.size() + next.size() > MOST_AUDIENCES) {
        throw new RefusedException(TOO_LARGE);
      }
      wanted = next;
    }
  }

  private Measure measure(Expression part) {
    if (part instanceof Expression.InAudience audience) {
      return measure(audience.name());
    }
    long size = 1;
    int depth = 0;
    for (Expression operand : part.operands()) {
      Measure measure = measure(operand);
      size = Math.min(size + measure.size(), LARGEST + 1L);
      depth = Math.max(depth, measure.depth());
    }
    return new Measure(size, depth);
  }

  private Measure measure(String name) {
    Measure known = measures.get(name);
    if (known != null) {
      return known;
    }
    if (path.contains(name)) {
      List<String> circle = new ArrayList<>(path);
      circle.add(name);
      throw new RefusedException(Refusal.circular(circle));
    }
    if (path.size() == DEEPEST) {
      throw new RefusedException(Refusal.tooDeep(DEEPEST));
    }
    path.addLast(name);
    Measure inner = measure(definition(name));
    path.removeLast();
    Measure measure = new Measure(inner.size(), inner.depth() + 1);
    if (measure.depth() > DEEPEST) {
      throw new RefusedException(Refusal.tooDeep(DEEPEST));
    }
    measures.put(name, measure);
    return measure;
  }

  private Expression definition(String name) {
    return Objects.requireNonNull(definitions.get(name));
  }

  private Expression put(Expression part) {
    return part.replacing(
        leaf ->
            leaf instanceof Expression.InAudience audience
                ? put(definition(audience.name()))
                : leaf);
  }
}
