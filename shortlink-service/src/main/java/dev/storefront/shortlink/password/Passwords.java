package dev.storefront.shortlink.password;

import com.google.common.util.concurrent.Striped;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.lua.LuaScript;
import jakarta.annotation.PreDestroy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Passwords of links, of which only a hash is kept that takes long to compute. A visitor has
 * {@value #TRIES} tries a minute at a link, all visitors together {@value #TRIES_OF_ALL}; a right
 * one costs none.
 */
@Component
public class Passwords {

  private static final LuaScript COUNT = LuaScript.load("shortlink/countTry");
  private static final int TRIES = 5;
  private static final int TRIES_OF_ALL = 100;
  private static final Duration TIME = Duration.ofMinutes(1);

  /** Else who makes links with passwords would have all processors. */
  private static final int AT_A_TIME = 4;

  /** Of the web server's 64 threads: so many compute, or wait for their turn. */
  private static final int MOST_WAITING = 16;

  /** Tries hold no thread of the web server. */
  private static final int MOST_TRIES_WAITING = 256;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);
  private static final int STRIPES = 256;

  /** What bcrypt reads of a password. */
  private static final int LONGEST = 72;

  private final PasswordEncoder encoder = new BCryptPasswordEncoder();
  private final Semaphore waiting = new Semaphore(MOST_WAITING);
  private final Semaphore places = new Semaphore(AT_A_TIME);

  /** Of a visitor at a link: else right tries that come together would count as wrong ones. */
  private final Striped<Lock> turns = Striped.lock(STRIPES);

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          AT_A_TIME,
          AT_A_TIME,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(MOST_TRIES_WAITING),
          new CustomizableThreadFactory("passwords-"));

  private final ScriptRunner scripts;
  private final Namespace namespace;

  Passwords(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
    threads.allowCoreThreadTimeOut(true);
  }

  /** How a try ends. */
  public sealed interface Attempt {

    /** The password is right. */
    record Right() implements Attempt {}

    /** It is not. */
    record Wrong() implements Attempt {}

    /** It was not looked at. */
    record TooMany(Duration retryAfter) implements Attempt {}
  }

  /**
   * Does what takes an {@link #attempt}, where nobody who asks for other links waits for it. It
   * fails as {@link #attempt}, and at once if 256 wait here.
   *
   * @param work is told by when, of {@link System#nanoTime}, an attempt has to have its turn: in
   *     three seconds
   */
  public <T> CompletableFuture<T> aside(LongFunction<T> work) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    try {
      return CompletableFuture.supplyAsync(
          () -> {
            if (System.nanoTime() - end > 0) {
              throw busy();
            }
            return work.apply(end);
          },
          threads);
    } catch (RejectedExecutionException full) {
      return CompletableFuture.failedFuture(busy());
    }
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** True for what can be a password: 1 to 72 bytes. */
  public static boolean allows(String password) {
    return !password.isEmpty() && password.getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }

  /**
   * Takes a twentieth of a second of a processor, as does {@link #attempt}.
   *
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} after three seconds,
   *     or at once if sixteen wait
   */
  public String hash(String password) {
    return queued(end -> computing(end, () -> String.valueOf(encoder.encode(password))));
  }

  /**
   * True if the hash is of this password. It is no {@link #attempt}: nothing is counted.
   *
   * @throws dev.storefront.common.web.ProblemException as {@link #hash}
   */
  public boolean matches(String password, String hash) {
    return queued(end -> computing(end, () -> isRight(password, hash)));
  }

  private boolean isRight(String password, String hash) {
    return allows(password) && encoder.matches(password, hash);
  }

  /** Among those who wait, until a moment of {@link System#nanoTime}. */
  private <T> T queued(LongFunction<T> work) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    return with(end, nanos -> waiting.tryAcquire(), waiting::release, () -> work.apply(end));
  }

  private <T> T computing(long end, Supplier<T> work) {
    return with(
        end, nanos -> places.tryAcquire(nanos, TimeUnit.NANOSECONDS), places::release, work);
  }

  /** Where somebody waits for a turn. */
  private interface Entrance {
    boolean enter(long nanos) throws InterruptedException;
  }

  private static <T> T with(long end, Entrance entrance, Runnable exit, Supplier<T> work) {
    try {
      if (!entrance.enter(Math.max(0, end - System.nanoTime()))) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    }
    try {
      return work.get();
    } finally {
      exit.run();
    }
  }

  private static ProblemException busy() {
    return Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "unavailable",
            "Many passwords are being looked at. Try again.")
        .retryAfter(Duration.ofSeconds(1))
        .toException();
  }

  /**
   * Compares what a visitor says with the hash of a link's password; to be called {@link #aside}.
   *
   * @param code the link's
   * @param visitor tells visitors apart, for example by their address
   * @param end as told {@link #aside}
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} if it has no turn
   *     until then
   */
  public Attempt attempt(String code, String hash, String said, String visitor, long end) {
    Lock turn = turns.get(code + " " + visitor);
    return with(
        end,
        nanos -> turn.tryLock(nanos, TimeUnit.NANOSECONDS),
        turn::unlock,
        // Counted once it is looked at: who finds no place has not tried.
        () -> computing(end, () -> attemptInTurn(code, hash, said, visitor)));
  }

  private Attempt attemptInTurn(String code, String hash, String said, String visitor) {
    long wait = count(code, visitor, 1);
    if (wait > 0) {
      return new Attempt.TooMany(Duration.ofMillis(wait));
    }
    if (!isRight(said, hash)) {
      return new Attempt.Wrong();
    }
    // Its own alone: wrong ones stay counted, so a right one in between lets nobody guess on.
    count(code, visitor, -1);
    return new Attempt.Right();
  }

  private long count(String code, String visitor, int tries) {
    String prefix = "shortlink:{tries:" + code + "}:";
    return ScriptRunner.await(
        scripts.integer(
            ScriptCall.of(
                COUNT,
                List.of(namespace.key(prefix + visitor), namespace.key(prefix + "all")),
                tries,
                TRIES,
                TRIES_OF_ALL,
                TIME.toMillis())));
  }
}
