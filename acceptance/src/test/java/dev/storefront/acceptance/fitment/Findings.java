package dev.storefront.acceptance.fitment;

import java.util.ArrayList;
import java.util.List;

/** Answers that are wrong. For several threads. */
final class Findings {

  private static final int SHOWN = 20;

  private final List<String> first = new ArrayList<>();
  private long count;

  synchronized void wrong(String answer, Object... values) {
    count++;
    if (first.size() < SHOWN) {
      first.add(answer.formatted(values));
      System.out.println("WRONG: " + first.get(first.size() - 1));
    }
  }

  synchronized long count() {
    return count;
  }

  /** The first of them. */
  synchronized List<String> first() {
    return List.copyOf(first);
  }
}
