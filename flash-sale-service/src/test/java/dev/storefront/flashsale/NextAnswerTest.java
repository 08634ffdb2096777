package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NextAnswerTest {

  private final NextAnswer<Long, String> answers = new NextAnswer<>();
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

  private CompletableFuture<String> ask(long key) {
    return answers.ask(
        key,
        () -> {
          CompletableFuture<String> answer = new CompletableFuture<>();
          asked.add(answer);
          return answer;
        });
  }
}
