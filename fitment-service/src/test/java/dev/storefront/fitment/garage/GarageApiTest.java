package dev.storefront.fitment.garage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApi.Reply;
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
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Vehicle ids 8000000-8999999 and users whose names begin with {@code garage-} are this class's.
 */
@FitmentServiceTest
class GarageApiTest {

  private static final String PATH = "/api/v1/garage/vehicles";

  @LocalServerPort int port;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(8_000_000, 40);
  }

  @Test
  void a_user_has_the_cars_that_were_parked() {
    assertThat(call("GET", "garage-ann", "").isOk().json().toString()).isEqualTo("{\"items\":[]}");
    assertThat(call("PUT", "garage-ann", "/8000002").status()).isEqualTo(204);
    assertThat(call("PUT", "garage-ann", "/8000001").status()).isEqualTo(204);
    assertThat(call("PUT", "garage-ann", "/8000002").status()).isEqualTo(204);
    assertThat(carsOf("garage-ann")).containsExactlyInAnyOrder(8_000_001, 8_000_002);

    assertThat(call("DELETE", "garage-ann", "/8000002").status()).isEqualTo(204);
    assertThat(call("DELETE", "garage-ann", "/8000002").status()).isEqualTo(204);
    assertThat(carsOf("garage-ann")).containsExactly(8_000_001);
  }

  @Test
  void users_see_their_own_cars_only() {
    call("PUT", "garage-bob", "/8000003");
    assertThat(carsOf("garage-Bob")).isEmpty();
    call("DELETE", "garage-Bob", "/8000003");
    assertThat(carsOf("garage-bob")).containsExactly(8_000_003);
  }

  @Test
  void a_garage_has_twenty_places_however_many_cars_come_at_once() throws Exception {
    ExecutorService drivers = Executors.newFixedThreadPool(10);
    List<Callable<Reply>> arrivals = new ArrayList<>();
    for (int car = 8_000_000; car < 8_000_040; car++) {
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
  void what_is_no_car_or_no_user_is_refused() {
    call("PUT", "garage-dan", "/8999999").isProblem(404, "unknown-vehicle");
    call("PUT", "garage-dan", "/12").isInvalid("vehicleId");
    api.get(PATH).isProblem(401, "unauthorized");
    api.send(api.request(PATH, TestTokens.operator()).GET()).isProblem(403, "forbidden");
  }

  private List<Integer> carsOf(String user) {
    return call("GET", user, "")
        .isOk()
        .json()
        .path("items")
        .valueStream()
        .map(vehicle -> vehicle.path("vehicleId").intValue())
        .toList();
  }

  private Reply call(String method, String user, String path) {
    return api.send(
        api.request(PATH + path, TestTokens.user(user)).method(method, BodyPublishers.noBody()));
  }
}
