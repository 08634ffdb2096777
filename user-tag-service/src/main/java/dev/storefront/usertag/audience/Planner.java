package dev.storefront.usertag.audience;

import dev.storefront.usertag.audience.Part.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * Makes plans of expressions. An intersection begins with the smallest operand and goes on with
 * what is taken away, the largest first: so it is empty as soon as it can be, and what is empty
 * needs nothing further. Sizes are estimates from how many users each tag has, as if tags were
 * independent of each other; a wrong one costs time and changes no result.
 */
final class Planner {

  /** Shares come last: each user who is left by then is looked at. */
  private static final Comparator<Part> SMALLEST_FIRST =
      Comparator.comparing((Part part) -> part.set() instanceof Share)
          .thenComparingDouble(Part::estimate)
          .thenComparing(Part::id);

  private final ToDoubleFunction<String> usersOfTag;
  private final double knownUsers;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Map<String, Integer> tags = new HashMap<>();

  /**
   * @param usersOfTag about how many users have the tag of that name
   * @param knownUsers about how many users there are
   */
  Planner(ToDoubleFunction<String> usersOfTag, long knownUsers) {
    this.usersOfTag = usersOfTag;
    this.knownUsers = Math.max(1, knownUsers);
  }

  /** The plan's part that is the expression, which names no audience. */
  Part plan(Expression expression) {
    if (expression instanceof Expression.HasTag tag) {
      return tag(tag.name());
    }
    if (expression instanceof Expression.InSet set) {
      return set(set.users());
    }
    List<Part> with = new ArrayList<>();
    List<Part> without = new ArrayList<>();
    if (expression instanceof Expression.Or or) {
      flatten(or, with);
      return union(with);
    }
    flattenIntersection(expression, with, without);
    return intersection(with, without);
  }

  /** All parts, each behind its operands. */
  List<Part> parts() {
    return List.copyOf(parts.values());
  }

  /** The names of all tags, in the order of {@link Part#bitmap}. */
  List<String> tags() {
    return tags.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  private void flatten(Expression.Or or, List<Part> with) {
    for (Expression operand : or.any()) {
      if (operand instanceof Expression.Or inner) {
        flatten(inner, with);
      } else {
        with.add(plan(operand));
      }
    }
  }

  private void flattenIntersection(Expression expression, List<Part> with, List<Part> without) {
    if (expression instanceof Expression.And and) {
      and.all().forEach(operand -> flattenIntersection(operand, with, without));
    } else if (expression instanceof Expression.Not not) {
      without.add(plan(not.inner()));
    } else {
      with.add(plan(expression));
    }
  }

  private Part tag(String name) {
    int bitmap = tags.computeIfAbsent(name, first -> tags.size());
    double users = Math.min(usersOfTag.applyAsDouble(name), knownUsers);
    return part(
        "tag " + name,
        id -> new Part(id, Operation.TAG, name, null, bitmap, List.of(), List.of(), users));
  }

  private Part set(UserSet users) {
    double estimate = users.estimate(knownUsers);
    return part(
        "set " + users.text(),
        id -> new Part(id, Operation.SET, "", users, -1, List.of(), List.of(), estimate));
  }

  private Part union(List<Part> operands) {
    List<Part> any = each(operands, SMALLEST_FIRST);
    if (any.size() == 1) {
      return any.get(0);
    }
    double users = knownUsers * (1 - product(any, part -> 1 - share(part)));
    return part(
        "or " + ids(any), id -> new Part(id, Operation.UNION, "", null, -1, any, List.of(), users));
  }

  private Part intersection(List<Part> operands, List<Part> others) {
    List<Part> with = each(operands, SMALLEST_FIRST);
    List<Part> without = each(others, SMALLEST_FIRST.reversed());
    if (with.size() == 1 && without.isEmpty()) {
      return with.get(0);
    }
    double users =
        knownUsers * product(with, this::share) * product(without, part -> 1 - share(part));
    return part(
        "and " + ids(with) + " not " + ids(without),
        id -> new Part(id, Operation.INTERSECTION, "", null, -1, with, without, users));
  }

  /** The one that has the key; else a new one, with the next id. */
  private Part part(String key, IntFunction<Part> made) {
    return parts.computeIfAbsent(key, first -> made.apply(parts.size()));
  }

  private static double product(List<Part> parts, ToDoubleFunction<Part> factor) {
    return parts.stream().mapToDouble(factor).reduce(1, (a, b) -> a * b);
  }

  private double share(Part part) {
    return part.estimate() / knownUsers;
  }

  /** Each once. */
  private static List<Part> each(List<Part> parts, Comparator<Part> order) {
    return parts.stream().distinct().sorted(order).toList();
  }

  private static String ids(List<Part> parts) {
    return parts.stream().mapToInt(Part::id).sorted().boxed().toList().toString();
  }
}
