package dev.storefront.localstack.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DemoProductsTest {

  private final VehicleCatalogue catalogue = VehicleCatalogue.generate();
  private final List<Sku> floorMats = DemoProducts.floorMats(catalogue);

  @Test
  void the_catalogue_is_the_same_each_time() {
    assertThat(VehicleCatalogue.generate().vehicles()).isEqualTo(catalogue.vehicles());
  }

  @Test
  void two_thousand_vehicles_have_seven_digit_ids_of_their_own() {
    assertThat(catalogue.vehicles()).hasSize(2000);
    assertThat(catalogue.vehicles().stream().map(Vehicle::vehicleId).distinct())
        .hasSize(2000)
        .allMatch(id -> id >= 1_000_000 && id <= 9_999_999);
  }

  @Test
  void no_two_vehicles_are_the_same_car() {
    assertThat(
            catalogue.vehicles().stream()
                .map(v -> v.make() + v.model() + v.year() + v.trim())
                .distinct())
        .hasSize(2000);
  }

  @Test
  void no_value_needs_quoting_in_csv() {
    assertThat(catalogue.vehicles())
        .allSatisfy(vehicle -> assertThat(vehicle.toCsv().split(",")).hasSize(5));
  }

  @Test
  void the_floor_mats_are_one_product_of_240_skus() {
    assertThat(floorMats).hasSize(240);
    assertThat(floorMats.stream().map(Sku::skuId).distinct()).hasSize(240);
    assertThat(floorMats).allMatch(sku -> sku.spuId() == DemoProducts.FLOOR_MATS_SPU);
    assertThat(floorMats.stream().map(Sku::name).distinct()).hasSize(240);
  }

  @Test
  void each_but_the_universal_one_fits_years_of_one_model() {
    Set<Integer> known =
        catalogue.vehicles().stream().map(Vehicle::vehicleId).collect(Collectors.toSet());
    assertThat(floorMats.subList(0, 239))
        .allSatisfy(
            sku -> {
              assertThat(sku.universal()).isFalse();
              assertThat(known).containsAll(sku.vehicleIds());
              assertThat(sku.vehicleIds()).hasSize(10);
            });
    assertThat(floorMats.get(239).universal()).isTrue();
  }

  @Test
  void the_other_products_are_skus_of_their_own() {
    assertThat(DemoProducts.others())
        .hasSize(32)
        .allMatch(sku -> floorMats.stream().noneMatch(mat -> mat.skuId() == sku.skuId()))
        .allMatch(sku -> sku.vehicleIds().isEmpty() && !sku.universal());
  }
}
