package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.recycling.RecyclingModel.Mistake;
import dev.storefront.shortlink.recycling.RecyclingModel.State;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goes through every order of steps of the protocol's model. */
class RecyclingModelTest {

  private static final int GENERATIONS = 3;

  private record Explored(int states, boolean reusedBesideALiveCode, Optional<String> wrong) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void no_order_of_steps_gives_a_code_two_owners_or_loses_one(int unit) {
    Explored explored = explore(unit, null);
    System.out.printf("recycling in units of %d: %d states%n", unit, explored.states());
    assertThat(explored.wrong()).isEmpty();
    assertThat(explored.states()).isGreaterThan(10_000);
    assertThat(explored.reusedBesideALiveCode()).isEqualTo(unit == 1);
  }

  @ParameterizedTest
  @EnumSource
  void each_mistake_is_found(Mistake mistake) {
    assertThat(explore(1, mistake).wrong().or(() -> explore(2, mistake).wrong())).isPresent();
  }

  private static Explored explore(int unit, @Nullable Mistake mistake) {
    RecyclingModel model = new RecyclingModel(unit, GENERATIONS, mistake);
    Set<State> seen = new HashSet<>(Set.of(RecyclingModel.NEW));
    Deque<State> waiting = new ArrayDeque<>(seen);
    boolean reused = false;
    while (!waiting.isEmpty()) {
      for (State next : model.next(waiting.remove())) {
        String wrong = RecyclingModel.wrong(next);
        if (wrong != null) {
          return new Explored(seen.size(), reused, Optional.of(wrong));
        }
        if (seen.add(next)) {
          waiting.add(next);
          reused |= hasTwoGenerations(next);
        }
      }
    }
    return new Explored(seen.size(), reused, Optional.empty());
  }

  private static boolean hasTwoGenerations(State state) {
    int first = state.links() & 3;
    int second = state.links() >> 2 & 3;
    return first != 0 && second != 0 && first != second;
  }
}
