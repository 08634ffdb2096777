package dev.storefront.acceptance.fitment;

import java.util.function.LongFunction;

/**
 * How much is made.
 *
 * @param vehicles how many there are
 * @param skus how many there are
 * @param fits vehicles of a SKU, on average
 * @param writes PUTs and PATCHes after the import
 * @param moves SKUs that the catalogue moves to another group
 * @param lookedBack pairs for which the SKUs of the group are asked by the vehicle
 * @param listedUniversal universal SKUs of which every page of vehicles is read
 * @param killsOften also in the midst of the import and of the writes; else of the rebuild alone
 * @param seed of all that is random; the same seed makes the same load
 */
record ProofSize(
    int vehicles,
    int skus,
    int fits,
    int writes,
    int moves,
    int lookedBack,
    int listedUniversal,
    boolean killsOften,
    long seed) {

  /** Ten million pairs, also after a tenth of the SKUs was deleted. */
  static final ProofSize LONG =
      new ProofSize(300_000, 20_000, 560, 8_000, 3_000, 6_000, 4, true, 42);

  /** For every build. */
  static final ProofSize SHORT = new ProofSize(52_000, 2_000, 50, 600, 200, 300, 1, false, 42);

  private static final int FEWEST_VEHICLES = 600;
  private static final int FEWEST_SKUS = 1_200;

  /** This size with settings such as {@code --seed=7}. */
  ProofSize with(String... settings) {
    ProofSize size = this;
    for (String setting : settings) {
      size = size.with(setting);
    }
    if (size.vehicles < FEWEST_VEHICLES || size.skus < FEWEST_SKUS || size.fits < 1) {
      throw new IllegalArgumentException(
          "at least %d vehicles, %d SKUs and 1 fit, not %s"
              .formatted(FEWEST_VEHICLES, FEWEST_SKUS, size));
    }
    return size;
  }

  private ProofSize with(String setting) {
    int equals = setting.indexOf('=');
    String name = equals < 0 ? setting : setting.substring(0, equals);
    LongFunction<ProofSize> changed =
        switch (name) {
          case "--vehicles" -> n -> copy((int) n, skus, fits, writes, moves, lookedBack, seed);
          case "--skus" -> n -> copy(vehicles, (int) n, fits, writes, moves, lookedBack, seed);
          case "--fits" -> n -> copy(vehicles, skus, (int) n, writes, moves, lookedBack, seed);
          case "--writes" -> n -> copy(vehicles, skus, fits, (int) n, moves, lookedBack, seed);
          case "--moves" -> n -> copy(vehicles, skus, fits, writes, (int) n, lookedBack, seed);
          case "--looked-back" -> n -> copy(vehicles, skus, fits, writes, moves, (int) n, seed);
          case "--seed" -> n -> copy(vehicles, skus, fits, writes, moves, lookedBack, n);
          default -> throw new IllegalArgumentException("no setting " + name);
        };
    return changed.apply(Long.parseLong(setting.substring(equals + 1)));
  }

  private ProofSize copy(
      int vehicles, int skus, int fits, int writes, int moves, int lookedBack, long seed) {
    return new ProofSize(
        vehicles, skus, fits, writes, moves, lookedBack, listedUniversal, killsOften, seed);
  }
}
