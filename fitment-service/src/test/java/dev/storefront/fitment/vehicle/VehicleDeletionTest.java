package dev.storefront.fitment.vehicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.imports.ImportClient;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and SKUs 9600000-9699999 are this class's. */
@FitmentServiceTest
class VehicleDeletionTest {

  @LocalServerPort int port;
  @Autowired VehicleOffsets offsets;
  @Autowired Vehicles vehicles;
  @Autowired TransactionTemplate transaction;
  @Autowired JdbcClient db;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
  }

  @Test
  void a_deleted_vehicle_is_unknown_everywhere_and_gone_from_lists() {
    api.haveVehicles(9_600_000, 6);
    api.putSelf(9_600_001, 9_600_001, 9_600_000, 9_600_001, 9_600_002, 9_600_003, 9_600_004).isOk();
    assertThat(api.checked(List.of(9_600_001), 9_600_001L)).containsExactly("9600001 KNOWN 1");

    assertThat(delete(9_600_001).status()).isEqualTo(204);
    assertThat(delete(9_600_002).status()).isEqualTo(204);
    delete(9_600_001).expect(404, "unknown-vehicle");

    api.get("/api/v1/vehicles/9600001").expect(404, "unknown-vehicle");
    api.get("/api/v1/vehicles/9600001/skus?groupId=9600001").expect(404, "unknown-vehicle");
    api.check(List.of(9_600_000, 9_600_001), List.of(9_600_001L)).expect(400, "unknown-vehicle");
    api.putSelf(9_600_002, 9_600_002, 9_600_001).expect(400, "unknown-vehicle");
    assertThat(vehiclesOf(9_600_001)).containsExactly(9_600_000, 9_600_003, 9_600_004);
  }

  @Test
  void an_offset_stays_empty_for_ever() {
    api.haveVehicles(9_610_000, 1);
    int before = offsetOf(9_610_000);
    api.putSelf(9_610_001, 9_610_001, 9_610_000).isOk();
    assertThat(delete(9_610_000).status()).isEqualTo(204);

    api.haveVehicles(9_610_000, 1);

    assertThat(offsetOf(9_610_000)).isGreaterThan(before);
    assertThat(api.checked(List.of(9_610_000), 9_610_001L)).containsExactly("9610001 KNOWN 0");
    offsets.forgetDeleted();
    assertThat(offsets.of(9_610_000))
        .isInstanceOfSatisfying(
            OffsetLookup.Found.class, found -> assertThat(found.offsets()[0]).isNotEqualTo(before));
  }

  @Test
  void what_another_instance_deleted_is_forgotten_here_also_if_its_clock_is_behind() {
    api.haveVehicles(9_620_000, 2);
    Instant lastLook = Instant.parse("2030-01-01T00:00:00Z");
    VehicleOffsets remembered = offsetsAt(lastLook);
    int[] both = {offsetOf(9_620_000), offsetOf(9_620_001)};
    remembered.forgetDeleted();
    remembered.of(9_620_000, 9_620_001);
    db.sql("DELETE FROM vehicle WHERE vehicle_id IN (9620000, 9620001)").update();
    noteDeletion(both[0], 9_620_000, lastLook.minusSeconds(30));
    noteDeletion(both[1], 9_620_001, lastLook.minusSeconds(90));

    remembered.forgetDeleted();

    assertThat(remembered.of(9_620_000)).isInstanceOf(OffsetLookup.Unknown.class);
    // Deleted so long before the last look that the look before saw it: not read again and again.
    assertThat(remembered.of(9_620_001)).isInstanceOf(OffsetLookup.Found.class);
  }

  @Test
  void deleted_vehicles_do_not_count_and_can_be_removed() {
    api.haveVehicles(9_630_000, 3);
    Reply before = api.putSelf(9_630_001, 9_630_001, 9_630_000, 9_630_001, 9_630_002).isOk();
    assertThat(before.json().path("vehicles").intValue()).isEqualTo(3);
    delete(9_630_001);

    Reply after = api.patch(9_630_001, List.of(), List.of()).isOk();
    assertThat(after.json().path("vehicles").intValue()).isEqualTo(2);
    after = api.patch(9_630_001, List.of(), List.of(9_630_001, 9_630_002)).isOk();
    assertThat(after.json().path("vehicles").intValue()).isEqualTo(1);
    api.patch(9_630_001, List.of(), List.of(9_630_001, 9_639_999)).expect(400, "unknown-vehicle");
    api.patch(9_630_001, List.of(9_630_001), List.of()).expect(400, "unknown-vehicle");
  }

  @Test
  void what_was_deleted_long_ago_does_not_count_after_a_restart() {
    api.haveVehicles(9_640_000, 2);
    VehicleSet both = VehicleSet.ofOffsets(offsetOf(9_640_000), offsetOf(9_640_001));
    delete(9_640_000);
    VehicleOffsets fresh = offsetsAt(Instant.parse("2035-01-01T00:00:00Z"));
    assertThat(fresh.count(both)).isEqualTo(2);

    fresh.forgetDeleted();

    assertThat(fresh.count(both)).isEqualTo(1);
  }

  @Test
  void a_write_is_of_the_vehicle_that_another_instance_imported_anew_just_now() {
    api.haveVehicles(9_650_000, 4);
    api.putSelf(9_650_001, 9_650_001, 9_650_000).isOk();
    api.putSelf(9_650_002, 9_650_002).isOk();

    replaceElsewhere(9_650_000);
    api.putSelf(9_650_001, 9_650_001, 9_650_000).isOk();
    replaceElsewhere(9_650_001);
    api.patch(9_650_002, List.of(9_650_001), List.of()).isOk();
    replaceElsewhere(9_650_002);
    putBaseVehicle(9_650_000, "{\"vehicleIds\":[9650002]}").isOk();
    replaceElsewhere(9_650_003);
    String line = "{\"skuId\":9650003,\"kind\":\"SELF\",\"mainSkuId\":9650003,";
    new ImportClient(api).imported(ImportClient.NDJSON, "", line + "\"vehicleIds\":[9650003]}\n");

    offsets.forgetDeleted();
    assertThat(api.checked(List.of(9_650_000), 9_650_001L)).containsExactly("9650001 KNOWN 1");
    assertThat(api.checked(List.of(9_650_001), 9_650_002L)).containsExactly("9650002 KNOWN 1");
    assertThat(api.checked(List.of(9_650_003), 9_650_003L)).containsExactly("9650003 KNOWN 1");
    api.getAsOperator("/api/v1/base-vehicles/9650000").isOk();
  }

  /** Another instance deletes it, and it is imported anew. */
  private void replaceElsewhere(int vehicleId) {
    Clock now = Clock.systemUTC();
    assertThat(
            new VehicleDeletion(db, transaction, offsetsAt(now.instant()), now).delete(vehicleId))
        .isTrue();
    api.haveVehicles(vehicleId, 1);
  }

  private Reply putBaseVehicle(int id, String body) {
    return api.send(
        api.json("/api/v1/base-vehicles/" + id, TestTokens.operator())
            .PUT(BodyPublishers.ofString(body)));
  }

  private void noteDeletion(int offset, int vehicleId, Instant at) {
    db.sql("INSERT INTO vehicle_deletion (vehicle_offset, vehicle_id, deleted_at) VALUES (?, ?, ?)")
        .params(offset, vehicleId, at.toEpochMilli())
        .update();
  }

  @Test
  void who_may_not_delete_a_vehicle_does_not() {
    api.send(api.request("/api/v1/vehicles/9600000", null).DELETE()).expect(401, "unauthorized");
    api.send(api.request("/api/v1/vehicles/9600000", TestTokens.user("ann")).DELETE())
        .expect(403, "forbidden");
    delete(12).isInvalid("vehicleId");
  }

  private Reply delete(int vehicleId) {
    return api.send(api.request("/api/v1/vehicles/" + vehicleId, TestTokens.operator()).DELETE());
  }

  private int offsetOf(int vehicleId) {
    return api.get("/api/v1/vehicles/" + vehicleId).isOk().json().path("offset").intValue();
  }

  private List<Integer> vehiclesOf(long sku) {
    List<Integer> ids = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = api.get("/api/v1/skus/" + sku + "/vehicles?limit=1" + cursor).isOk().json();
      page.path("items").valueStream().forEach(v -> ids.add(v.path("vehicleId").intValue()));
      String next = page.path("nextCursor").asString("");
      cursor = next.isEmpty() ? "" : "&cursor=" + next;
    } while (!cursor.isEmpty());
    return ids;
  }

  private VehicleOffsets offsetsAt(Instant now) {
    return new VehicleOffsets(
        vehicles,
        CircuitBreakerRegistry.ofDefaults(),
        BulkheadRegistry.ofDefaults(),
        Clock.fixed(now, ZoneOffset.UTC));
  }
}
