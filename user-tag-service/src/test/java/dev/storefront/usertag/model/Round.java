package dev.storefront.usertag.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tags are changed and asked for while something fails; then, with all servers back, it is quiet.
 */
final class Round {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);
  private static final int MARKERS = 2;
  private static final int READERS = 2;

  private final TagModel model;
  private final Actors actors;
  private final Questions questions;
  private final Quiet quiet;
  private final Random random;

  Round(TagModel model, Actors actors, Questions questions, Quiet quiet, long seed) {
    this.model = model;
    this.actors = actors;
    this.questions = questions;
    this.quiet = quiet;
    this.random = new Random(seed);
  }

  /**
   * Plays it.
   *
   * @param acting how long at least
   * @param fault what fails, and is mended when this returns
   */
  void play(Duration acting, Runnable fault) {
    during(
        () -> {
          long end = Client.now() + acting.toNanos();
          fault.run();
          Client.pause(Duration.ofNanos(Math.max(0, end - Client.now())));
        });
    settle();
  }

  private void during(Runnable work) {
    AtomicBoolean over = new AtomicBoolean();
    List<Consumer<Random>> all = new ArrayList<>();
    for (int n = 0; n < MARKERS; n++) {
      int marker = n;
      all.add(own -> actors.mark(marker, own));
    }
    for (int n = 0; n < READERS; n++) {
      all.add(questions::ask);
    }
    all.add(actors::announce);
    all.add(actors::importFile);
    all.add(actors::renew);
    all.add(actors::edit);
    ExecutorService threads = Executors.newFixedThreadPool(all.size() + 1);
    try {
      List<CompletableFuture<Void>> acting = new ArrayList<>();
      acting.add(CompletableFuture.runAsync(() -> guarded(actors::cancelImport), threads));
      for (Consumer<Random> act : all) {
        Random own = new Random(random.nextLong());
        acting.add(CompletableFuture.runAsync(() -> repeat(act, own, over), threads));
      }
      try {
        work.run();
      } finally {
        over.set(true);
      }
      acting.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }

  private void repeat(Consumer<Random> act, Random own, AtomicBoolean over) {
    boolean goesOn = true;
    while (goesOn && !over.get()) {
      goesOn = guarded(() -> act.accept(own));
      Client.pause(BETWEEN_STEPS);
    }
  }

  /** False if it failed: an answer that must not be. */
  private boolean guarded(Runnable act) {
    try {
      act.run();
      return true;
    } catch (RuntimeException | AssertionError wrong) {
      questions.blame(wrong.toString());
      return false;
    }
  }

  private void settle() {
    guarded(actors::haveTag);
    long end = Client.now() + PATIENCE.toNanos();
    while (!actors.lookAfterImports(questions::blame)) {
      if (Client.now() > end) {
        questions.blame("imports are not over after " + PATIENCE);
        return;
      }
      Client.pause(BETWEEN_LOOKS);
    }
    model.allToldBy(Client.now());
    List<String> faults = faults();
    while (!faults.isEmpty() && Client.now() < end) {
      Client.pause(BETWEEN_LOOKS);
      faults = faults();
    }
    faults.forEach(fault -> questions.blame("at quiet: " + fault));
    model.forgetBefore(Client.now());
  }

  /** A server that is not quite back is as good as no answer. */
  private List<String> faults() {
    try {
      return quiet.faults();
    } catch (RuntimeException | AssertionError notYet) {
      return List.of(notYet.toString());
    }
  }
}
