package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedCallsTest {

  private final SharedCalls<Long, Supplier<CompletableFuture<String>>, String> answers =
      SharedCalls.ofOneAnswer();
  private final List<CompletableFuture<String>> asked = new ArrayList<>();

  @Test
  void who_comes_while_a_question_is_under_way_shares_the_next_one() {
    CompletableFuture<String> first = ask(7);
    CompletableFuture<String> second = ask(7);
    CompletableFuture<String> third = ask(7);
    assertThat(asked).hasSize(1);

    asked.get(0).complete("old");
    assertThat(first).isCompletedWithValue("old");
    assertThat(second).isNotDone();
    assertThat(asked).hasSize(2);
    CompletableFuture<String> fourth = ask(7);
    asked.get(1).complete("new");

    assertThat(second).isCompletedWithValue("new");
    assertThat(third).isCompletedWithValue("new");
    assertThat(fourth).isNotDone();
    asked.get(2).complete("newest");
    assertThat(fourth).isCompletedWithValue("newest");
    assertThat(asked).hasSize(3);
  }

  @Test
  void one_that_fails_keeps_nobody_from_asking_and_others_wait_for_none() {
    CompletableFuture<String> first = ask(7);
    CompletableFuture<String> second = ask(7);
    CompletableFuture<String> other = ask(8);

    asked.get(0).completeExceptionally(new IllegalStateException("away"));

    assertThatThrownBy(first::join).hasRootCauseMessage("away");
    asked.get(1).complete("of 8");
    assertThat(other).isCompletedWithValue("of 8");
    asked.get(2).complete("there");
    assertThat(second).isCompletedWithValue("there");
    ask(7);
    assertThat(asked).hasSize(4);
  }

  @Test
  void calls_that_share_a_command_are_answered_each_in_its_place_and_too_many_wait_for_another() {
    List<CompletableFuture<Boolean>> begun = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    SharedCalls<String, Integer, String> calls =
        new SharedCalls<>(
            (key, items) -> {
              sizes.add(items.size());
              CompletableFuture<Boolean> mayEnd = new CompletableFuture<>();
              begun.add(mayEnd);
              return mayEnd.thenApply(end -> items.stream().map(item -> key + item).toList());
            });
    List<CompletableFuture<String>> answers =
        IntStream.range(0, 1_100).mapToObj(i -> calls.call("of ", i)).toList();

    for (int i = 0; i < begun.size(); i++) {
      begun.get(i).complete(true);
    }

    assertThat(sizes).containsExactly(1, 1_024, 75);
    assertThat(answers.stream().map(CompletableFuture::join))
        .containsExactlyElementsOf(IntStream.range(0, 1_100).mapToObj(i -> "of " + i).toList());
  }

  private CompletableFuture<String> ask(long key) {
    return answers.call(
        key,
        () -> {
          CompletableFuture<String> answer = new CompletableFuture<>();
          asked.add(answer);
          return answer;
        });
  }
}
