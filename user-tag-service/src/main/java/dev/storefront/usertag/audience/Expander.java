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
  static final Expansion.Refused TOO_LARGE =
      new Expansion.TooLarge(LARGEST, ExpressionParser.MOST_TAGS);

  /** Different audiences in one expression. */
  private static final int MOST_AUDIENCES = 256;

  private final NamedAudiences audiences;
  private final Map<String, Expression> definitions = new HashMap<>();
  private final Map<String, Measure> measures = new HashMap<>();
  private final Map<String, Expression> expanded = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();

  private Expander(NamedAudiences audiences) {
    this.audiences = audiences;
  }

  /** How many operators and names, and how many audiences within each other. */
  private record Measure(long size, int depth) {}

  /** The expression without audiences. */
  static Expansion expand(Expression expression, NamedAudiences audiences) {
    try {
      Expander expander = new Expander(audiences);
      expander.load(expression.audienceNames());
      if (expander.measure(expression).size() > LARGEST) {
        throw tooLarge();
      }
      Expression whole = expander.put(expression);
      if (whole.tagNames().size() > ExpressionParser.MOST_TAGS) {
        throw tooLarge();
      }
      return new Expansion.Expanded(whole);
    } catch (RefusedException e) {
      return e.refused;
    }
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
          throw new RefusedException(new Expansion.UnknownAudience(name));
        }
        Expression definition = parsed(text);
        definitions.put(name, definition);
        next.addAll(definition.audienceNames());
      }
      next.removeAll(definitions.keySet());
      if (definitions.size() + next.size() > MOST_AUDIENCES) {
        throw tooLarge();
      }
      wanted = next;
    }
  }

  private static Expression parsed(String text) {
    if (ExpressionParser.parse(text) instanceof ParsedExpression.Valid valid) {
      return valid.expression();
    }
    throw new IllegalStateException("An audience's expression is none: " + text);
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
      throw new RefusedException(new Expansion.Circular(List.copyOf(circle)));
    }
    if (path.size() == DEEPEST) {
      throw tooDeep();
    }
    path.addLast(name);
    Measure inner = measure(definition(name));
    path.removeLast();
    Measure measure = new Measure(inner.size(), inner.depth() + 1);
    if (measure.depth() > DEEPEST) {
      throw tooDeep();
    }
    measures.put(name, measure);
    return measure;
  }

  private Expression definition(String name) {
    return Objects.requireNonNull(definitions.get(name));
  }

  private Expression put(Expression part) {
    if (part instanceof Expression.InAudience audience) {
      Expression known = expanded.get(audience.name());
      if (known == null) {
        known = put(definition(audience.name()));
        expanded.put(audience.name(), known);
      }
      return known;
    }
    if (part instanceof Expression.Not not) {
      return new Expression.Not(put(not.inner()));
    }
    if (part instanceof Expression.And and) {
      return new Expression.And(and.all().stream().map(this::put).toList());
    }
    return part instanceof Expression.Or or
        ? new Expression.Or(or.any().stream().map(this::put).toList())
        : part;
  }

  private static RefusedException tooDeep() {
    return new RefusedException(new Expansion.TooDeep(DEEPEST));
  }

  private static RefusedException tooLarge() {
    return new RefusedException(TOO_LARGE);
  }

  /** Carries a refusal out of the recursion; never leaves {@link Expander}. */
  private static final class RefusedException extends RuntimeException {

    private final transient Expansion.Refused refused;

    RefusedException(Expansion.Refused refused) {
      super(refused.toString(), null, false, false);
      this.refused = refused;
    }
  }
}
