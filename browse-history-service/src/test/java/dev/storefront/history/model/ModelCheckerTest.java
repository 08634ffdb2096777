package dev.storefront.history.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.core.View;
import dev.storefront.history.model.RoughHistory.Mistake;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker finds each mistake, and none where there is none. */
class ModelCheckerTest {

  private static final int SEEDS = 12;
  private static final int SOUND_SEEDS = 4;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void a_mistake_is_found(Mistake mistake) {
    assertThat(LongStream.range(0, SEEDS).anyMatch(seed -> !found(seed, mistake).isEmpty()))
        .as(mistake.toString())
        .isTrue();
  }

  @Test
  void what_may_not_show_is_found_also_where_the_next_answer_is_right() {
    RoughHistory rough = new RoughHistory(Mistake.NONE);
    View nobodys = new View(1, 1);
    AtomicBoolean shown = new AtomicBoolean();
    HistoryUnderTest onceWrong =
        (HistoryUnderTest)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HistoryUnderTest.class},
                (proxy, method, args) ->
                    method.getName().equals("notBought") && !shown.getAndSet(true)
                        ? List.of(nobodys)
                        : method.invoke(rough, args));
    Plan plan = Planner.plan(1, 1, 1, true);
    assertThat(new Play(onceWrong, plan, "u", 1_000, Duration.ofMinutes(1)).play(1))
        .singleElement()
        .asString()
        .endsWith(nobodys + " shows");
  }

  @Test
  void nothing_is_found_where_nothing_is_wrong() {
    for (long seed = 0; seed < SOUND_SEEDS; seed++) {
      assertThat(found(seed, Mistake.NONE)).isEmpty();
    }
  }

  @Test
  void a_seed_makes_the_same_plan_again() {
    assertThat(Planner.plan(7, 3, 4, true)).isEqualTo(Planner.plan(7, 3, 4, true));
    assertThat(Planner.plan(7, 3, 4, true)).isNotEqualTo(Planner.plan(8, 3, 4, true));
  }

  private static List<String> found(long seed, Mistake mistake) {
    RoughHistory rough = new RoughHistory(mistake);
    Plan plan = Planner.plan(seed, 6, 4, true);
    return new Play(rough, plan, "u", 1_000, Duration.ZERO).play(1);
  }
}
