package dev.storefront.history.model;

import dev.storefront.history.model.Plan.Offline;
import dev.storefront.history.model.Plan.Round;
import dev.storefront.history.model.Step.Sight;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes plans: the same seed, the same plan. */
public final class Planner {

  private static final int STEPS = 14;
  private static final int HOURS = 50 * 24;
  private static final int HOURS_TODAY = 48;
  private static final int MANY = 160;
  private static final int OLDEST = 4;

  private final Random random;
  private final int families;
  private final int[] moments;

  private Planner(long seed, int families) {
    random = new Random(seed);
    this.families = families;
    moments = new int[families];
  }

  /**
   * A plan.
   *
   * @param pipeline whether days are worked, too
   */
  public static Plan plan(long seed, int families, int rounds, boolean pipeline) {
    Planner planner = new Planner(seed, families);
    List<Round> all = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      all.add(planner.round(round, pipeline));
    }
    return new Plan(seed, families, List.copyOf(all));
  }

  private Round round(int number, boolean pipeline) {
    List<List<Integer>> merges = new ArrayList<>();
    List<List<Step>> steps = new ArrayList<>();
    for (int family = 0; family < families; family++) {
      merges.add(merges());
      steps.add(steps(family, number));
    }
    List<Integer> products =
        IntStream.range(0, random.nextInt(3))
            .mapToObj(i -> random.nextInt(Catalogue.KNOWN))
            .toList();
    return new Round(merges, steps, products, pipeline ? offline(number) : List.of());
  }

  /** Sometimes twice at once: the second finds nothing new. */
  private List<Integer> merges() {
    int guest = 1 + random.nextInt(Plan.GUESTS);
    return switch (random.nextInt(4)) {
      case 0 -> List.of(guest);
      case 1 -> List.of(guest, guest);
      default -> List.of();
    };
  }

  private List<Step> steps(int family, int round) {
    List<Step> steps = new ArrayList<>();
    if (family == 0 && round == 0) {
      steps.add(many());
      moments[family]++;
    }
    for (int i = 0; i < STEPS; i++) {
      int who = random.nextInt(3) < 2 ? 0 : 1 + random.nextInt(Plan.GUESTS);
      // Those of a third live in the past: their hot views may expire.
      steps.add(step(who, moments[family], family % 3 == 2));
      moments[family]++;
    }
    return List.copyOf(steps);
  }

  private Step step(int who, int moment, boolean past) {
    int dice = random.nextInt(100);
    if (dice < 48) {
      return look(who, moment, past);
    }
    if (dice < 64) {
      return new Step.Delete(
          who, IntStream.range(0, 1 + random.nextInt(3)).mapToObj(i -> sku()).distinct().toList());
    }
    if (dice < 68) {
      return new Step.Clear(who);
    }
    if (dice < 74) {
      return new Step.Pause(who);
    }
    if (dice < 82) {
      return new Step.Resume(who);
    }
    if (dice < 85) {
      return new Step.Erase(who);
    }
    if (dice < 92) {
      return new Step.Pay(0, sku(), random.nextInt(moment + 1));
    }
    return new Step.Ask(who);
  }

  private Step look(int who, int moment, boolean past) {
    List<Sight> sights = new ArrayList<>();
    int views = 1 + random.nextInt(6);
    for (int i = 0; i < views; i++) {
      Sight sight = new Sight(sku(), past ? hoursAgo() : when(moment));
      int times = random.nextInt(4) == 0 ? 2 : 1;
      sights.addAll(Collections.nCopies(times, sight));
    }
    Collections.shuffle(sights, random);
    return new Step.Look(who, List.copyOf(sights));
  }

  /** Now, at an earlier moment, or days ago. */
  private int when(int moment) {
    return switch (random.nextInt(5)) {
      case 0 -> hoursAgo();
      case 1 -> random.nextInt(moment + 1);
      default -> moment;
    };
  }

  private int hoursAgo() {
    return -HOURS_TODAY - random.nextInt(HOURS);
  }

  private int sku() {
    return random.nextInt(Catalogue.SKUS);
  }

  /** More than a list shows. */
  private Step many() {
    List<Sight> sights = new ArrayList<>();
    for (int i = 0; i < MANY + Catalogue.SKUS; i++) {
      sights.add(new Sight(Catalogue.SKUS + i, hoursAgo()));
    }
    return new Step.Look(0, List.copyOf(sights));
  }

  /** What the pipeline does is late, doubled, or in the wrong order. */
  private List<Offline> offline(int round) {
    // Mostly in a day that was worked before.
    Offline arrive = new Offline(random.nextInt(4) == 0 ? 1 : OLDEST, "ARRIVE");
    Offline expire = new Offline(1, "EXPIRE");
    Offline all = new Offline(1, "ALL");
    Offline allLate = new Offline(2 + random.nextInt(OLDEST - 2), "ALL");
    Offline forget = new Offline(1, "FORGET");
    return switch (round % 4) {
      case 0 ->
          List.of(
              arrive,
              new Offline(1, "DELETES"),
              new Offline(1, "COMPUTE"),
              forget,
              new Offline(1, "EXPORT"),
              expire);
      case 1 -> List.of(arrive, allLate, all, expire);
      case 2 -> List.of(arrive, all, forget, allLate, expire);
      default -> List.of(arrive, all, expire, all, expire);
    };
  }
}
