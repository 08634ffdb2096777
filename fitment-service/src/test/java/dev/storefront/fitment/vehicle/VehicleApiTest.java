package dev.storefront.fitment.vehicle;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Vehicle ids 1000000-1999999 are this class's. */
@FitmentServiceTest
class VehicleApiTest {

  private static final String HEADER = "vehicleId,make,model,year,trim\n";

  @LocalServerPort int port;
  @Autowired JdbcClient db;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
  }

  @Test
  void a_file_is_imported_line_by_line_and_bad_lines_are_rejected_with_their_reason() {
    Reply reply =
        api.importVehicles(
            "text/csv; charset=utf-8",
            HEADER
                + "1000001,Škoda,Octavia,2020,Combi\r\n"
                + "12,Audi,A4,2020,\n"
                + "\n"
                + "1000002,Audi,A4,2020,\"S line, black\"\n");

    assertThat(reply.isOk().json().path("imported").intValue()).isEqualTo(2);
    assertThat(reply.json().path("updated").intValue()).isZero();
    assertThat(reply.json().path("rejectedCount").intValue()).isEqualTo(1);
    assertThat(reply.json().path("rejected").toString())
        .isEqualTo("[{\"line\":3,\"reason\":\"vehicleId must be 1000000 to 9999999, got 12\"}]");
    JsonNode vehicle = api.get("/api/v1/vehicles/1000001").isOk().json();
    assertThat(vehicle.path("make").asString()).isEqualTo("Škoda");
    assertThat(vehicle.path("trim").asString()).isEqualTo("Combi");
    assertThat(vehicle.path("offset").intValue()).isPositive();
    assertThat(api.get("/api/v1/vehicles/1000002").json().path("trim").asString())
        .isEqualTo("S line, black");
  }

  @Test
  void new_vehicles_get_offsets_in_the_order_of_make_model_and_year() {
    api.importVehicles(
            "application/x-ndjson",
            """
            {"vehicleId":1100001,"make":"Volvo","model":"V60","year":2021,"trim":"x"}
            {"vehicleId":1100002,"make":"Audi","model":"A4","year":2022}
            {"vehicleId":1100003,"make":"Audi","model":"A4","year":2021,"trim":""}
            """)
        .isOk();
    assertThat(offset(1100003)).isLessThan(offset(1100002));
    assertThat(offset(1100002)).isLessThan(offset(1100001));
  }

  @Test
  void a_vehicle_keeps_its_offset_when_it_is_imported_again() {
    api.importVehicles("text/csv", HEADER + "1200001,Audi,A4,2020,\n").isOk();
    int before = offset(1200001);

    Reply again =
        api.importVehicles(
            "text/csv", HEADER + "1200001,Audi,A4,2021,new\n1200002,Audi,A1,2021,\n");

    assertThat(again.json().path("imported").intValue()).isEqualTo(1);
    assertThat(again.json().path("updated").intValue()).isEqualTo(1);
    assertThat(offset(1200001)).isEqualTo(before);
    assertThat(api.get("/api/v1/vehicles/1200001").json().path("year").intValue()).isEqualTo(2021);
    assertThat(offset(1200002)).isGreaterThan(before);
  }

  @Test
  void of_a_vehicle_that_stands_in_a_file_twice_the_last_line_counts() {
    Reply reply =
        api.importVehicles("text/csv", HEADER + "1210001,Audi,A4,2020,a\n1210001,Audi,A4,2020,b\n");

    assertThat(reply.json().path("imported").intValue()).isEqualTo(1);
    assertThat(reply.json().path("updated").intValue()).isEqualTo(1);
    assertThat(api.get("/api/v1/vehicles/1210001").json().path("trim").asString()).isEqualTo("b");
  }

  @Test
  void concurrent_imports_give_no_offset_twice() throws Exception {
    ExecutorService importers = Executors.newFixedThreadPool(6);
    List<Callable<Reply>> imports = new ArrayList<>();
    for (int importer = 0; importer < 6; importer++) {
      // Each shares half of its vehicles with the next.
      int first = 1_300_000 + importer * 1_500;
      String file =
          IntStream.range(first, first + 3_000)
              .mapToObj(id -> "%d,Make %d,Model,2020,%n".formatted(id, id % 7))
              .collect(Collectors.joining("", HEADER, ""));
      imports.add(() -> api.importVehicles("text/csv", file));
    }
    long imported = 0;
    for (Future<Reply> reply : importers.invokeAll(imports)) {
      imported += reply.get().isOk().json().path("imported").longValue();
    }
    importers.shutdown();

    assertThat(imported).isEqualTo(1_500 * 7);
    assertThat(
            db.sql(
                    "SELECT COUNT(DISTINCT vehicle_offset) FROM vehicle"
                        + " WHERE vehicle_id BETWEEN 1300000 AND 1399999")
                .query(Long.class)
                .single())
        .isEqualTo(imported);
    assertThat(
            db.sql(
                    "SELECT MAX(vehicle_offset) - (SELECT last_offset FROM vehicle_offset_counter)"
                        + " FROM vehicle WHERE vehicle_offset < 5000000")
                .query(Long.class)
                .single())
        .isZero();
    assertThat(db.sql("SELECT COUNT(*) FROM vehicle_import_line").query(Long.class).single())
        .isZero();
  }

  @Test
  void the_list_can_be_filtered_and_paged() {
    String lines =
        IntStream.range(0, 25)
            .mapToObj(i -> "%d,Lister,Model %02d,%d,%n".formatted(1_400_000 + i, i, 2000 + i % 2))
            .collect(Collectors.joining());
    api.importVehicles("text/csv", HEADER + lines).isOk();

    List<Integer> ids = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = api.get("/api/v1/vehicles?make=lister&limit=10" + cursor).isOk().json();
      page.path("items").forEach(v -> ids.add(v.path("vehicleId").intValue()));
      cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asString() : "";
    } while (!cursor.isEmpty());

    assertThat(ids)
        .containsExactlyElementsOf(IntStream.range(1_400_000, 1_400_025).boxed().toList());
    assertThat(vehicles("make=Lister&year=2001")).hasSize(12);
    assertThat(vehicles("make=Lister&model=Model%2007")).hasSize(1);
    assertThat(vehicles("make=Lister&model=no")).isEmpty();
    assertThat(vehicles("make=Lister&model=&year=&limit=30")).hasSize(25);
    api.get("/api/v1/vehicles?make=" + "m".repeat(101)).isInvalid("make");
    api.get("/api/v1/vehicles?cursor=").expect(400, "invalid-cursor");
  }

  @Test
  void what_is_no_vehicle_file_is_refused() {
    api.importVehicles("text/csv", "id,make\n").isInvalid("header");
    api.importVehicles("text/csv", "").isInvalid("header");
    api.importVehicles("application/json", "{}").expect(415, "unsupported-media-type");
    api.send(
            api.request("/api/v1/vehicles/import", null)
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofString(HEADER)))
        .expect(401, "unauthorized");
    api.send(
            api.request("/api/v1/vehicles/import", TestTokens.user("alice"))
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofString(HEADER)))
        .expect(403, "forbidden");
  }

  @Test
  void ndjson_that_is_none_is_rejected_by_line() {
    Reply reply =
        api.importVehicles(
            "application/x-ndjson",
            """
            {"vehicleId":1500001,"make":"Audi","model":"A4","year":2022}
            {"vehicleId":"1500002","make":"Audi","model":"A4","year":2022}
            [1]
            null
            {"vehicleId":1500003
            {"vehicleId":1500004,"make":"Audi","model":"A4"}
            {"vehicleId":1500004,"make":"Audi","model":"A4","year":2022,"trim":7}
            """);
    assertThat(reply.isOk().json().path("imported").intValue()).isEqualTo(1);
    assertThat(reply.json().path("rejected").valueStream().map(r -> r.path("line").intValue()))
        .containsExactly(2, 3, 4, 5, 6, 7);
    assertThat(reply.json().path("rejected").valueStream().map(r -> r.path("reason").asString()))
        .containsExactly(
            "vehicleId must be an integer",
            "must be an object",
            "must be an object",
            "is not well-formed JSON at column 21",
            "year must be 1886 to 2100",
            "trim must be a string");
  }

  @Test
  void a_name_that_could_not_be_stored_as_it_is_is_rejected() {
    Reply ndjson =
        api.importVehicles(
            "application/x-ndjson",
            """
            {"vehicleId":1510001,"make":"Au\\ud800di","model":"A4","year":2022}
            {"vehicleId":1510001,"make":"Audi","model":"A\\u00004","year":2022}
            {"vehicleId":1510001,"make":"Audi","model":"A4","year":2022,"trim":"\\udc00"}
            {"vehicleId":1510001,"make":"Audi","model":"A4","year":2022,"trim":"\\ud83d\\ude97"}
            """);
    Reply csv = api.importVehicles("text/csv", HEADER + "1510002,Au\0di,A4,2022,\n");

    String fault = " must be Unicode text without NUL";
    assertThat(ndjson.json().path("rejected").valueStream().map(r -> r.path("reason").asString()))
        .containsExactly("make" + fault, "model" + fault, "trim" + fault);
    assertThat(csv.json().path("rejected").path(0).path("reason").asString())
        .isEqualTo("make" + fault);
    assertThat(api.get("/api/v1/vehicles/1510001").isOk().json().path("trim").asString())
        .isEqualTo("🚗");
  }

  @Test
  void a_vehicle_that_nobody_imported_is_unknown() {
    api.get("/api/v1/vehicles/1999999").expect(404, "unknown-vehicle");
    api.get("/api/v1/vehicles/12").isInvalid("vehicleId");
    api.get("/api/v1/vehicles/abc").isInvalid("vehicleId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=1001", "limit=x"})
  void a_limit_out_of_range_is_refused(String query) {
    api.get("/api/v1/vehicles?" + query).isInvalid("limit");
  }

  @Test
  void a_cursor_of_another_list_is_refused() {
    api.importVehicles("text/csv", HEADER + "1600001,Cur,A,2020,\n1600002,Cur,B,2020,\n").isOk();
    String cursor =
        api.get("/api/v1/vehicles?make=Cur&limit=1").json().path("nextCursor").asString();
    api.get("/api/v1/vehicles?make=Cur&cursor=" + cursor).isOk();
    api.get("/api/v1/vehicles?make=Other&cursor=" + cursor).expect(400, "invalid-cursor");
    api.get("/api/v1/vehicles?cursor=%21").expect(400, "invalid-cursor");
  }

  private List<Integer> vehicles(String query) {
    return api.get("/api/v1/vehicles?" + query)
        .isOk()
        .json()
        .path("items")
        .valueStream()
        .map(v -> v.path("vehicleId").intValue())
        .toList();
  }

  private int offset(int vehicleId) {
    return api.get("/api/v1/vehicles/" + vehicleId).isOk().json().path("offset").intValue();
  }
}
