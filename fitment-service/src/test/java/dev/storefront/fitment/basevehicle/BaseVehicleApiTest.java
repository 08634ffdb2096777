package dev.storefront.fitment.basevehicle;

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
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and base vehicles 9400000-9499999 are this class's. */
@FitmentServiceTest
class BaseVehicleApiTest {

  private static final String PATH = "/api/v1/base-vehicles/";

  @LocalServerPort int port;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(9_400_000, 3);
  }

  @Test
  void a_base_vehicle_is_the_vehicles_that_were_said_last() {
    put("9400001", "{\"vehicleIds\":[9400002,9400000]}").isOk();
    assertThat(get("9400001").isOk().json().toString())
        .isEqualTo("{\"vehicleIds\":[9400000,9400002]}");
    put("9400001", "{\"vehicleIds\":[9400001]}").isOk();
    assertThat(get("9400001").isOk().json().toString()).isEqualTo("{\"vehicleIds\":[9400001]}");

    assertThat(delete("9400001").status()).isEqualTo(204);
    assertThat(delete("9400001").status()).isEqualTo(204);
    get("9400001").expect(404, "unknown-base-vehicle");
  }

  @Test
  void of_two_who_say_what_it_is_at_once_one_counts_and_not_both_together() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(3);
    try {
      for (int round = 0; round < 60; round++) {
        // Every third is not known yet; of the others the rows of before can be locked.
        String id = Integer.toString(9_400_100 + round - round % 3);
        List<Callable<Reply>> puts = new ArrayList<>();
        for (int vehicle = 9_400_000; vehicle < 9_400_003; vehicle++) {
          String body = "{\"vehicleIds\":[" + vehicle + "]}";
          puts.add(() -> put(id, body));
        }
        for (Future<Reply> reply : callers.invokeAll(puts)) {
          reply.get().isOk();
        }
        assertThat(get(id).isOk().json().path("vehicleIds").size()).isOne();
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void a_table_of_many_is_taken_line_by_line() {
    JsonNode report =
        load("""
                baseVehicleId,vehicleId
                9400002,9400000
                9400002,9400001
                9400002,9400001
                9400002,9499999
                x,9400001
                9400002,12
                9400002,+9400002
                ９４００００２,9400002
                4304367298,9400002
                """)
            .isOk()
            .json();
    assertThat(report.path("imported").longValue()).isEqualTo(3);
    assertThat(report.path("rejected").valueStream().map(r -> r.path("reason").asString()))
        .containsExactly(
            "there is no vehicle 9499999",
            "baseVehicleId must be 1 or more",
            "vehicleId must be 1000000 to 9999999",
            "vehicleId must be 1000000 to 9999999",
            "baseVehicleId must be 1 or more",
            "baseVehicleId must be 1 or more");
    assertThat(get("9400002").isOk().json().toString())
        .isEqualTo("{\"vehicleIds\":[9400000,9400001]}");
  }

  @Test
  void a_deleted_vehicle_is_in_no_base_vehicle_and_its_id_brings_no_other_in() {
    api.haveVehicles(9_410_000, 2);
    put("9400004", "{\"vehicleIds\":[9410000,9410001]}").isOk();
    load("baseVehicleId,vehicleId\n9400005,9410000\n").isOk();
    api.send(api.request("/api/v1/vehicles/9410000", TestTokens.operator()).DELETE());

    assertThat(get("9400004").isOk().json().toString()).isEqualTo("{\"vehicleIds\":[9410001]}");
    get("9400005").expect(404, "unknown-base-vehicle");
    api.haveVehicles(9_410_000, 1);
    assertThat(get("9400004").isOk().json().toString()).isEqualTo("{\"vehicleIds\":[9410001]}");
    get("9400005").expect(404, "unknown-base-vehicle");

    load("baseVehicleId,vehicleId\n9400005,9410000\n").isOk();
    assertThat(get("9400005").isOk().json().toString()).isEqualTo("{\"vehicleIds\":[9410000]}");
  }

  @Test
  void what_is_no_base_vehicle_is_refused() {
    put("0", "{\"vehicleIds\":[9400000]}").isInvalid("baseVehicleId");
    put("seven", "{\"vehicleIds\":[9400000]}").isInvalid("baseVehicleId");
    put("9400003", "{\"vehicleIds\":[]}").isInvalid("vehicleIds");
    put("9400003", "{\"vehicleIds\":[9499999]}").expect(400, "unknown-vehicle");
    load("vehicleId,baseVehicleId\n").isInvalid("header");
    load("baseVehicleId,vehicleId,\n").isInvalid("header");
    api.send(api.request(PATH + "1", null).GET()).expect(401, "unauthorized");
    api.send(api.request(PATH + "1", TestTokens.user("ann")).GET()).expect(403, "forbidden");
  }

  private Reply put(String id, String body) {
    return api.send(api.json(PATH + id, TestTokens.operator()).PUT(BodyPublishers.ofString(body)));
  }

  private Reply get(String id) {
    return api.send(api.request(PATH + id, TestTokens.operator()).GET());
  }

  private Reply delete(String id) {
    return api.send(api.request(PATH + id, TestTokens.operator()).DELETE());
  }

  private Reply load(String csv) {
    return api.send(
        api.request(PATH + "import", TestTokens.operator())
            .header("Content-Type", "text/csv")
            .POST(BodyPublishers.ofString(csv)));
  }
}
