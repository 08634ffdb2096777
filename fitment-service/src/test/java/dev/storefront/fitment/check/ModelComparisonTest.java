package dev.storefront.fitment.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The service against a model that is obviously right, over vehicles in four segments. Vehicle ids
 * 4000000-4999999 and SKUs 4000000-4999999 are this class's.
 */
@FitmentServiceTest
class ModelComparisonTest {

  private static final int VEHICLES = 400;
  private static final int FIRST_VEHICLE = 4_000_000;
  private static final int SKUS = 300;
  private static final long FIRST_SKU = 4_000_000;
  private static final int WRITES = 600;

  /** Far beyond what the other classes import, at both ends of segments. */
  private static final int[] FIRST_OFFSETS = {5_000_001, 5_049_900, 5_099_951, 5_150_001};

  @LocalServerPort int port;
  @Autowired JdbcTemplate db;
  FitmentApi api;

  private final Random random = new Random(42);
  private final Map<Long, Set<Integer>> model = new HashMap<>();

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < VEHICLES; i++) {
      int offset = FIRST_OFFSETS[i * 4 / VEHICLES] + i % (VEHICLES / 4);
      rows.add(new Object[] {FIRST_VEHICLE + i, offset});
    }
    db.batchUpdate(
        "INSERT INTO vehicle (vehicle_id, vehicle_offset, make, model, model_year, trim_name)"
            + " VALUES (?, ?, 'Model', 'Comparison', 2020, '')",
        rows);
    // Checks know of vehicles that imports have given their offsets, and of those that were
    // written.
    api.putSelf(
            FIRST_SKU + SKUS,
            FIRST_SKU + SKUS,
            IntStream.range(FIRST_VEHICLE, FIRST_VEHICLE + VEHICLES).toArray())
        .isOk();
  }

  @Test
  void service_and_model_agree_on_every_pair_after_many_writes() {
    Map<Long, List<Runnable>> writes = new HashMap<>();
    for (int write = 0; write < WRITES; write++) {
      long sku = FIRST_SKU + random.nextInt(SKUS);
      Set<Integer> known = model.get(sku);
      Runnable call = known == null || random.nextInt(4) == 0 ? put(sku) : patch(sku, known);
      writes.computeIfAbsent(sku, first -> new ArrayList<>()).add(call);
    }
    // Those of one SKU one after another, those of others at the same time.
    FitmentApi.forEach(writes.keySet(), sku -> writes.get(sku).forEach(Runnable::run));

    List<Long> skus = LongStream.range(FIRST_SKU, FIRST_SKU + SKUS).boxed().toList();
    for (int from = 0; from < VEHICLES; from += 20) {
      List<Integer> vehicles =
          IntStream.range(FIRST_VEHICLE + from, FIRST_VEHICLE + from + 20).boxed().toList();
      assertThat(FitmentApi.answers(api.check(vehicles, skus).isOk()))
          .containsExactlyElementsOf(
              skus.stream().map(sku -> sku + expected(sku, vehicles)).toList());
    }
    for (long sku : skus.subList(0, 20)) {
      if (model.containsKey(sku)) {
        assertThat(vehiclesOf(sku)).isEqualTo(model.get(sku));
      }
    }
  }

  private Runnable put(long sku) {
    Set<Integer> vehicles = someVehicles(random.nextInt(5) == 0 ? VEHICLES : 12);
    // The group changes now and then.
    long group = FIRST_SKU + random.nextInt(12);
    int[] fitting = vehicles.stream().mapToInt(i -> i).toArray();
    model.put(sku, vehicles);
    return () -> api.putSelf(sku, group, fitting).isOk();
  }

  private Runnable patch(long sku, Set<Integer> known) {
    Set<Integer> add = someVehicles(5);
    Set<Integer> remove = someVehicles(10);
    known.stream().limit(3).forEach(remove::add);
    known.addAll(add);
    known.removeAll(remove);
    return () -> api.patch(sku, add, remove).isOk();
  }

  private Set<Integer> someVehicles(int most) {
    return IntStream.range(0, random.nextInt(most))
        .mapToObj(i -> FIRST_VEHICLE + random.nextInt(VEHICLES))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private String expected(long sku, List<Integer> vehicles) {
    Set<Integer> known = model.get(sku);
    if (known == null) {
      return " UNKNOWN " + "0".repeat(vehicles.size());
    }
    return vehicles.stream()
        .map(vehicle -> known.contains(vehicle) ? "1" : "0")
        .collect(Collectors.joining("", " KNOWN ", ""));
  }

  private Set<Integer> vehiclesOf(long sku) {
    return api.get("/api/v1/skus/" + sku + "/vehicles?limit=1000")
        .isOk()
        .json()
        .path("items")
        .valueStream()
        .map(vehicle -> vehicle.path("vehicleId").intValue())
        .collect(Collectors.toSet());
  }
}
