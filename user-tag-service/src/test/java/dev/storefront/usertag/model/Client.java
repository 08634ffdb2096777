package dev.storefront.usertag.model;

import dev.storefront.common.testing.Reply;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.model.Register.Span;
import dev.storefront.usertag.model.TagModel.Change;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls to the instances that there are, with the time of each. */
final class Client {

  private static final long BEGAN = System.nanoTime();
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Set<Integer> UNAVAILABLE = Set.of(429, 503);

  /**
   * How a call ended.
   *
   * @param reply null if there was none
   * @param mayComeLate whether it may be carried out even now: nobody said anything for a minute
   */
  record Answer(@Nullable Reply reply, Span span, boolean mayComeLate) {

    boolean is(int status) {
      return reply != null && reply.status() == status;
    }

    /** 503, 429 or no answer: the call may have done something. */
    boolean isUnknown() {
      return reply == null || UNAVAILABLE.contains(reply.status());
    }

    /** What came, where the status said that something did. */
    Reply body() {
      if (reply == null) {
        throw new IllegalStateException("no answer");
      }
      return reply;
    }
  }

  private final Supplier<List<Api>> instances;
  private final TagModel model;
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();

  Client(Supplier<List<Api>> instances, TagModel model) {
    this.instances = instances;
    this.model = model;
  }

  /** Nanoseconds since some moment before all others. */
  static long now() {
    return System.nanoTime() - BEGAN;
  }

  static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  long answered() {
    return answered.get();
  }

  /** How many calls had no answer, or one that says that there is none. */
  long unanswered() {
    return unanswered.get();
  }

  List<Api> all() {
    return instances.get();
  }

  /** Asks one of those that are up, in turn. */
  Answer ask(Function<Api, Reply> call) {
    List<Api> all = instances.get();
    return ask(all.get(Math.floorMod(turn.getAndIncrement(), all.size())), call);
  }

  Answer ask(Api at, Function<Api, Reply> call) {
    long sent = now();
    Answer answer;
    try {
      Reply reply = call.apply(at);
      answer = new Answer(reply, new Span(sent, now()), false);
    } catch (AssertionError lost) {
      boolean mayComeLate = lost.getCause() instanceof HttpTimeoutException;
      answer = new Answer(null, new Span(sent, now()), mayComeLate);
    }
    (answer.isUnknown() ? unanswered : answered).incrementAndGet();
    return answer;
  }

  /** A change, and what was said of it. */
  record Made(Change change, Answer answer) {}

  /** Has a change made, and tells the model when it was. */
  void make(LongFunction<Change> begin, Function<Api, Reply> call, Set<Integer> made) {
    Made sent = send(begin, call, made, Set.of());
    model.done(sent.change(), sent.answer().span().got());
  }

  /**
   * Sends a change, again until somebody says that it is made or will be.
   *
   * @param begin tells the model
   * @param again what else may be said of one that was made before, when nobody heard
   */
  Made send(
      LongFunction<Change> begin,
      Function<Api, Reply> call,
      Set<Integer> made,
      Set<Integer> again) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Change change = begin.apply(now());
    for (boolean isFirst = true; System.nanoTime() < end; isFirst = false) {
      Answer answer = ask(call);
      if (!answer.isUnknown()) {
        int status = answer.body().status();
        if (made.contains(status) || !isFirst && again.contains(status)) {
          return new Made(change, answer);
        }
        throw new IllegalStateException("a change was refused: " + answer.body());
      }
      if (answer.mayComeLate()) {
        change = begin.apply(now());
      }
      pause(PAUSE);
    }
    throw new IllegalStateException("a change was not made for " + PATIENCE);
  }
}
