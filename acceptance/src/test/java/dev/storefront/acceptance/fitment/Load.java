package dev.storefront.acceptance.fitment;

import dev.storefront.acceptance.fitment.PlannedSku.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The vehicles, groups and SKUs of a proof: large groups and small ones, of both kinds; SKUs with
 * few vehicles and with many, alone or in runs, within a make, over some makes, or over all; some
 * universal ones.
 */
final class Load {

  private static final long FIRST_GROUP = 900_000_000;
  private static final int VENDORS = 40;
  private static final int MAKES = 60;
  private static final int WIDE = 5;
  private static final int WIDE_SHARE = 500;
  private static final int WIDE_FITS = 20;

  /** The first groups, each as large as it says in thousandths of all SKUs; over all makes. */
  private static final int[] OVER_ALL = {30, 15, 5};

  /** More than fit on one shelf, exactly one shelf, and one more. */
  private static final int[] LARGE = {600, 496, 497};

  /** So that there are some hundred groups, however small the load is. */
  private static final int LARGEST_OF_OTHERS_SHARE = 500;

  /** Quiet ones, see {@link PlannedSku#role()}. */
  private static final int EVERY_UNIVERSAL = 1_000;

  private static final int FIRST_UNIVERSAL = 998;

  private final ProofSize size;
  private final VehicleRange vehicles;
  private final List<PlannedSku> skus = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();

  Load(ProofSize size) {
    this.size = size;
    this.vehicles = new VehicleRange(size.vehicles());
    SplittableRandom random = new SplittableRandom(size.seed());
    for (int thousandths : OVER_ALL) {
      add(size.skus() * thousandths / 1_000, new Family(0, size.vehicles()));
    }
    for (int i = 0; i < WIDE; i++) {
      add(size.skus() / WIDE_SHARE, part(i, WIDE));
    }
    for (int members : LARGE) {
      if (skus.size() + members < size.skus() * 9 / 10) {
        add(members, part(random.nextInt(MAKES), MAKES));
      }
    }
    while (skus.size() < size.skus()) {
      add(
          1 + random.nextInt(size.skus() / LARGEST_OF_OTHERS_SHARE),
          part(random.nextInt(MAKES), MAKES));
    }
  }

  private void add(int members, Family family) {
    long number = groups.size();
    boolean pop = number % 2 == 0;
    Group group = new Group(pop, FIRST_GROUP + number, pop ? 1 + number % VENDORS : 0);
    groups.add(group);
    for (int i = 0; i < members && skus.size() < size.skus(); i++) {
      skus.add(new PlannedSku(skus.size(), family, group));
    }
  }

  /** One of some equal parts of all vehicles. */
  private Family part(int number, int parts) {
    int vehiclesOfOne = size.vehicles() / parts;
    return new Family(number * vehiclesOfOne, vehiclesOfOne);
  }

  VehicleRange vehicles() {
    return vehicles;
  }

  List<PlannedSku> skus() {
    return skus;
  }

  List<PlannedSku> skus(Role role) {
    return skus.stream().filter(sku -> sku.role() == role).toList();
  }

  List<Group> groups() {
    return groups;
  }

  /** What the import says of a SKU; the same with each call. */
  Fitment imported(PlannedSku sku) {
    if (sku.number() % EVERY_UNIVERSAL == FIRST_UNIVERSAL) {
      return new Fitment(sku.group(), true, Fits.NONE);
    }
    return new Fitment(sku.group(), false, fits(sku, new SplittableRandom(size.seed() + sku.id())));
  }

  /** Vehicles for a SKU, as many as befit one of its family. */
  Fits fits(PlannedSku sku, SplittableRandom random) {
    boolean inRuns = random.nextBoolean();
    return vehicles.fits(sku.family().some(wanted(sku.family(), random), inRuns, random));
  }

  private int wanted(Family family, SplittableRandom random) {
    if (family.size() == size.vehicles()) {
      return size.fits();
    }
    if (family.size() > size.vehicles() / MAKES) {
      return size.fits() * WIDE_FITS;
    }
    int share = random.nextInt(10);
    return Math.max(1, share == 0 ? size.fits() * 3 : share < 5 ? size.fits() : size.fits() / 5);
  }
}
