package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Holdings.Holding;
import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * Asks MySQL for the generations of codes without holding up who wants to know: all who came while
 * it answered others are asked for together, so that thousands of codes a second, most of which
 * nobody has, are some tens of questions.
 */
@Component
class JointHoldings {

  /** Of the 16 connections to MySQL. */
  private static final int ASKING = 4;

  private static final int MOST_TOGETHER = 100;
  private static final int MOST_WAITING = 1_000;

  private final Holdings holdings;
  private final BlockingQueue<Question> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final ThreadPoolExecutor asking;

  private record Question(Address.Numbered address, CompletableFuture<Optional<Holding>> answer) {}

  JointHoldings(Holdings holdings) {
    this.holdings = holdings;
    // A task begins after who ordered it: the one that waits will see whatever came before it.
    this.asking =
        new ThreadPoolExecutor(
            ASKING,
            ASKING,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(1),
            new CustomizableThreadFactory("joint-holdings-"),
            new ThreadPoolExecutor.DiscardPolicy());
    asking.allowCoreThreadTimeOut(true);
  }

  /**
   * The generation that the id is in; empty if nobody has it now. Fails with {@link
   * BackendUnavailableException} if too many wait.
   */
  CompletableFuture<Optional<Holding>> of(Address.Numbered address) {
    Question question = new Question(address, new CompletableFuture<>());
    if (!waiting.offer(question)) {
      return CompletableFuture.failedFuture(
          new BackendUnavailableException("db", false, new IllegalStateException("Many wait")));
    }
    asking.execute(this::askAll);
    return question.answer();
  }

  private void askAll() {
    List<Question> some = new ArrayList<>();
    while (waiting.drainTo(some, MOST_TOGETHER) > 0) {
      ask(some);
      some.clear();
    }
  }

  private void ask(List<Question> some) {
    try {
      Map<Address, Holding> found =
          holdings.of(some.stream().map(Question::address).distinct().toList());
      some.forEach(one -> one.answer().complete(Optional.ofNullable(found.get(one.address()))));
    } catch (RuntimeException failed) {
      some.forEach(one -> one.answer().completeExceptionally(failed));
    }
  }

  @PreDestroy
  void stop() {
    asking.shutdownNow();
  }
}
