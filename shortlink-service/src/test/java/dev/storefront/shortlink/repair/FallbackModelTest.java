package dev.storefront.shortlink.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.repair.FallbackModel.Doubt;
import dev.storefront.shortlink.repair.FallbackModel.Mistake;
import dev.storefront.shortlink.repair.FallbackModel.State;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goes through every order of steps of a change and of a Redis that falls back. */
class FallbackModelTest {

  @Test
  void no_order_of_steps_undoes_a_change_that_was_acknowledged() {
    Set<State> seen = explore(null);
    System.out.printf("a Redis that falls back beside changes: %d states%n", seen.size());
    assertThat(seen).extracting(State::fault).containsOnlyNulls();
    assertThat(seen).hasSizeGreaterThan(5_000);
    assertThat(seen)
        .as("a change is acknowledged after the doubt is over")
        .anyMatch(s -> s.fellBack() && s.doubt() == Doubt.NONE && s.acknowledged() == s.redis());
  }

  @ParameterizedTest
  @EnumSource
  void each_mistake_is_found(Mistake mistake) {
    assertThat(explore(mistake)).extracting(State::fault).anyMatch(fault -> fault != null);
  }

  /** All states that can be reached; with a mistake up to the first in which something is wrong. */
  private static Set<State> explore(@Nullable Mistake mistake) {
    FallbackModel model = new FallbackModel(mistake);
    Set<State> seen = new HashSet<>(Set.of(FallbackModel.NEW));
    Deque<State> waiting = new ArrayDeque<>(seen);
    while (!waiting.isEmpty()) {
      for (State next : model.next(waiting.remove())) {
        if (seen.add(next)) {
          waiting.add(next);
        }
        if (next.fault() != null) {
          return seen;
        }
      }
    }
    return seen;
  }
}
