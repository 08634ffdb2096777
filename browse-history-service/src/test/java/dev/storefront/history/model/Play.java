package dev.storefront.history.model;

import dev.storefront.history.core.View;
import dev.storefront.history.model.HistoryUnderTest.Seen;
import dev.storefront.history.model.Plan.Offline;
import dev.storefront.history.model.Plan.Round;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Plays a plan on a service and on plain histories, and finds where the two differ. */
public final class Play {

  /** After so many nothing is waited for any more. */
  private static final int ENOUGH = 3;

  /** What nobody can see. */
  private static final Set<String> QUIET = Set.of("ARRIVE", "DELETES", "COMPUTE");

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final HistoryUnderTest service;
  private final Plan plan;
  private final Catalogue catalogue;
  private final Duration patience;
  private final List<Family> families;
  private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
  private final Random random;
  private long version = 1;
  private long comparisons;

  /**
   * A play.
   *
   * @param name of the users, that nobody else has
   * @param patience how long an answer may lag behind what has been taken
   */
  public Play(HistoryUnderTest service, Plan plan, String name, long firstSku, Duration patience) {
    this.service = service;
    this.plan = plan;
    this.catalogue = new Catalogue(firstSku);
    this.patience = patience;
    this.random = new Random(plan.seed());
    long start = service.now();
    this.families =
        IntStream.range(0, plan.families())
            .mapToObj(n -> new Family(name + "-" + n, start, service, catalogue, violations))
            .toList();
  }

  /** Plays all rounds; what is found has its round. */
  public List<String> play(int atOnce) {
    IntStream.range(0, Catalogue.KNOWN).forEach(number -> tell(catalogue.sku(number), false));
    service.settle();
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      for (int number = 0; number < plan.rounds().size(); number++) {
        round(number, threads);
      }
    } finally {
      threads.shutdownNow();
    }
    replay();
    return List.copyOf(violations);
  }

  /** How many answers were compared. */
  public long comparisons() {
    return comparisons + families.stream().mapToLong(Family::asked).sum();
  }

  /** How many views came, repeated ones too. */
  public long views() {
    return families.stream().mapToLong(family -> family.told().size()).sum();
  }

  private void round(int number, ExecutorService threads) {
    Round round = plan.rounds().get(number);
    String where = "round " + number;
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int f = 0; f < families.size(); f++) {
      Family family = families.get(f);
      List<Integer> merges = round.merges().get(f);
      List<Step> steps = round.steps().get(f);
      all.add(
          CompletableFuture.runAsync(
              () -> {
                merges.forEach(guest -> family.merge(guest, where));
                steps.forEach(step -> family.take(step, where));
              },
              threads));
    }
    all.forEach(CompletableFuture::join);
    for (int product : round.products()) {
      long sku = catalogue.sku(product);
      tell(sku, !catalogue.isDeleted(sku));
    }
    service.settle();
    compare(where);
    for (Offline offline : round.offline()) {
      work(offline, where);
      if (!QUIET.contains(offline.step())) {
        compare(where + " after " + offline);
      }
    }
  }

  private void tell(long sku, boolean deleted) {
    catalogue.set(sku, deleted);
    service.product(sku, catalogue.groupOf(sku), version++, deleted);
  }

  private void work(Offline offline, String where) {
    switch (offline.step()) {
      case "ARRIVE" -> service.arrive(offline.daysAgo());
      case "FORGET" -> families.forEach(family -> family.forget(random.nextInt(6), where));
      case "EXPIRE" -> families.forEach(family -> family.expire(service.endOf(offline.daysAgo())));
      default -> service.work(offline.daysAgo(), offline.step());
    }
  }

  /** All views once more, in another order: nothing may change. */
  private void replay() {
    List<Seen> all = new ArrayList<>();
    families.forEach(family -> all.addAll(family.told()));
    Collections.shuffle(all, random);
    service.views(all);
    service.settle();
    compare("after all came again");
  }

  private void compare(String where) {
    for (Family family : families) {
      for (int who = 0; who <= Plan.GUESTS; who++) {
        compare(family, who, where);
      }
    }
  }

  private void compare(Family family, int who, String where) {
    String user = family.name(who);
    PlainHistory plain = family.history(who);
    int pageSize = 1 + random.nextInt(40);
    List<View> list = plain.list(catalogue);
    String of = where + ", " + user + ": ";
    expect(of + "list", list, () -> right(of, plain, service.list(user, pageSize)));
    expect(of + "count", list.size(), () -> service.count(user));
    expect(of + "export", plain.kept(), () -> service.export(user));
    if (who == 0) {
      List<View> notBought = plain.notBought(catalogue);
      expect(
          of + "not bought", notBought, () -> right(of, plain, service.notBought(user, pageSize)));
    }
  }

  /** An answer may lack for a while what is on its way; it never has what may not show. */
  private List<View> right(String of, PlainHistory plain, List<View> shown) {
    for (View view : shown) {
      String violation = of + view + " shows";
      if (!plain.mayShow(view, catalogue) && !violations.contains(violation)) {
        violations.add(violation);
      }
    }
    return shown;
  }

  private <T> void expect(String what, T wanted, Supplier<T> asked) {
    comparisons++;
    T found = asked.get();
    long deadline = System.nanoTime() + (violations.size() < ENOUGH ? patience.toNanos() : 0);
    while (!found.equals(wanted) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      found = asked.get();
    }
    if (!found.equals(wanted)) {
      violations.add(what + " is " + found + " and should be " + wanted);
    }
  }
}
