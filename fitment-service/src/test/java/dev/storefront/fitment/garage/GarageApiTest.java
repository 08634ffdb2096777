package dev.storefront.fitment.garage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/**
 * Vehicle ids 8200000-8299999 and users whose names begin with {@code garage-} are this class's.
 */
@FitmentServiceTest
class GarageApiTest {

  private static final String PATH = "/api/v1/garage/vehicles";

  @LocalServerPort int port;
  @Autowired JdbcClient db;
  @Autowired TransactionTemplate transaction;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(8_200_000, 40);
  }

  @Test
  void a_user_has_the_cars_that_were_parked() {
    assertThat(call("GET", "garage-ann", "").isOk().json().toString()).isEqualTo("{\"items\":[]}");
    assertThat(call("PUT", "garage-ann", "/8200002").status()).isEqualTo(204);
    assertThat(call("PUT", "garage-ann", "/8200001").status()).isEqualTo(204);
    assertThat(call("PUT", "garage-ann", "/8200002").status()).isEqualTo(204);
    assertThat(carsOf("garage-ann")).containsExactlyInAnyOrder(8_200_001, 8_200_002);

    assertThat(call("DELETE", "garage-ann", "/8200002").status()).isEqualTo(204);
    assertThat(call("DELETE", "garage-ann", "/8200002").status()).isEqualTo(204);
    assertThat(carsOf("garage-ann")).containsExactly(8_200_001);
  }

  @Test
  void a_garage_can_be_paged_also_while_cars_leave_it() {
    for (int car : new int[] {8_200_014, 8_200_011, 8_200_013, 8_200_012, 8_200_010}) {
      call("PUT", "garage-ida", "/" + car);
    }
    List<Integer> all = carsOf("garage-ida");
    JsonNode first = call("GET", "garage-ida", "?limit=2").isOk().json();
    String cursor = first.path("nextCursor").asString();
    call("DELETE", "garage-ida", "/" + all.get(1));
    JsonNode second = call("GET", "garage-ida", "?limit=2&cursor=" + cursor).isOk().json();
    cursor = second.path("nextCursor").asString();
    JsonNode third = call("GET", "garage-ida", "?limit=2&cursor=" + cursor).isOk().json();

    assertThat(all).hasSize(5);
    assertThat(cars(first)).isEqualTo(all.subList(0, 2));
    assertThat(cars(second)).isEqualTo(all.subList(2, 4));
    assertThat(cars(third)).isEqualTo(all.subList(4, 5));
    assertThat(third.has("nextCursor")).isFalse();
    assertThat(call("GET", "garage-ida", "?limit=4").json().has("nextCursor")).isFalse();

    call("GET", "garage-ida", "?cursor=x").expect(400, "invalid-cursor");
    call("GET", "garage-ann", "?cursor=" + cursor).expect(400, "invalid-cursor");
    call("GET", "garage-ida", "?limit=0").isInvalid("limit");
    call("GET", "garage-ida", "?limit=1001").isInvalid("limit");
  }

  @Test
  void users_see_their_own_cars_only() {
    call("PUT", "garage-bob", "/8200003");
    assertThat(carsOf("garage-Bob")).isEmpty();
    call("DELETE", "garage-Bob", "/8200003");
    assertThat(carsOf("garage-bob")).containsExactly(8_200_003);
  }

  @Test
  void a_garage_has_twenty_places_however_many_cars_come_at_once() throws Exception {
    ExecutorService drivers = Executors.newFixedThreadPool(10);
    List<Callable<Reply>> arrivals = new ArrayList<>();
    for (int car = 8_200_000; car < 8_200_040; car++) {
      String path = "/" + car;
      arrivals.add(() -> call("PUT", "garage-cem", path));
    }
    List<Integer> statuses = new ArrayList<>();
    for (Future<Reply> reply : drivers.invokeAll(arrivals)) {
      statuses.add(reply.get().status());
    }
    drivers.shutdown();

    assertThat(statuses.stream().filter(status -> status == 204)).hasSize(20);
    assertThat(statuses.stream().filter(status -> status == 409)).hasSize(20);
    assertThat(carsOf("garage-cem")).hasSize(20);
  }

  @Test
  void a_deleted_car_leaves_its_place() {
    api.haveVehicles(8_200_200, 21);
    for (int car = 8_200_200; car < 8_200_220; car++) {
      assertThat(call("PUT", "garage-fay", "/" + car).status()).isEqualTo(204);
    }
    call("PUT", "garage-fay", "/8200220").expect(409, "garage-full");
    api.send(api.request("/api/v1/vehicles/8200203", TestTokens.operator()).DELETE());

    assertThat(carsOf("garage-fay")).hasSize(19).doesNotContain(8_200_203);
    assertThat(call("PUT", "garage-fay", "/8200220").status()).isEqualTo(204);
    assertThat(carsOf("garage-fay")).hasSize(20);
  }

  @Test
  void parking_a_car_does_not_wait_for_an_import_of_vehicles() {
    assertThat(call("PUT", "garage-kim", "/8200004").status()).isEqualTo(204);
    transaction.executeWithoutResult(
        status -> {
          // As an import holds it that has the vehicle too, by its id and by its offset.
          int offset =
              db.sql("SELECT vehicle_offset FROM vehicle WHERE vehicle_id = 8200004 FOR UPDATE")
                  .query(Integer.class)
                  .single();
          db.sql("SELECT make FROM vehicle WHERE vehicle_offset = ? FOR UPDATE")
              .param(offset)
              .query(String.class)
              .single();
          assertThat(call("PUT", "garage-kim", "/8200005").status()).isEqualTo(204);
        });
    assertThat(carsOf("garage-kim")).containsExactlyInAnyOrder(8_200_004, 8_200_005);
  }

  @Test
  void one_car_can_be_asked_for() {
    call("PUT", "garage-gil", "/8200006");
    assertThat(call("GET", "garage-gil", "/8200006").isOk().json())
        .isEqualTo(call("GET", "garage-gil", "").isOk().json().path("items").path(0));
    call("GET", "garage-gil", "/8200007").expect(404, "unknown-vehicle");
    call("GET", "garage-gil", "/12").isInvalid("vehicleId");
  }

  @Test
  void a_deleted_car_does_not_come_back_with_another_that_has_its_id() {
    api.haveVehicles(8_200_300, 1);
    call("PUT", "garage-hal", "/8200300");
    api.send(api.request("/api/v1/vehicles/8200300", TestTokens.operator()).DELETE());
    api.haveVehicles(8_200_300, 1);

    assertThat(carsOf("garage-hal")).isEmpty();
    assertThat(call("PUT", "garage-hal", "/8200300").status()).isEqualTo(204);
    assertThat(carsOf("garage-hal")).containsExactly(8_200_300);
  }

  @Test
  void what_is_no_car_or_no_user_is_refused() {
    call("PUT", "garage-dan", "/8999999").expect(404, "unknown-vehicle");
    call("PUT", "garage-dan", "/12").isInvalid("vehicleId");
    api.get(PATH).expect(401, "unauthorized");
    api.send(api.request(PATH, TestTokens.operator()).GET()).expect(403, "forbidden");
  }

  private List<Integer> carsOf(String user) {
    return cars(call("GET", user, "").isOk().json());
  }

  private static List<Integer> cars(JsonNode page) {
    return page.path("items")
        .valueStream()
        .map(vehicle -> vehicle.path("vehicleId").intValue())
        .toList();
  }

  private Reply call(String method, String user, String path) {
    return api.send(
        api.request(PATH + path, TestTokens.user(user)).method(method, BodyPublishers.noBody()));
  }
}
