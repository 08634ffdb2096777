package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and SKUs 9300000-9399999 are this class's. */
@FitmentServiceTest
class AcesImportApiTest {

  private static final String XML = "application/xml";
  private static final String FULL = "<ACES><Header><SubmissionType>FULL</SubmissionType></Header>";
  private static final List<Integer> CARS = IntStream.range(9_300_000, 9_300_008).boxed().toList();

  @LocalServerPort int port;
  @Autowired JdbcClient db;
  @Autowired Runs<ImportRequest, Progress> imports;
  FitmentApi api;
  ImportClient client;

  @BeforeEach
  void have_cars_and_parts() {
    api = new FitmentApi(port);
    client = new ImportClient(api);
    // Two trims a year from 2010 to 2013, none in 2012.
    String cars =
        IntStream.range(0, 8)
            .mapToObj(
                n ->
                    "%d,Aces,Model,%d,Trim %d%n"
                        .formatted(
                            9_300_000 + n, List.of(2010, 2011, 2013, 2014).get(n / 2), n % 2))
            .collect(Collectors.joining());
    api.importVehicles("text/csv", "vehicleId,make,model,year,trim\n" + cars).isOk();
    load("base-vehicles", "baseVehicleId,vehicleId\n9301,9300000\n9301,9300001\n9302,9300007\n");
    load(
        "part-numbers",
        """
        partNumber,skuId,kind,spuId,mainSkuId,vendorId
        A-1,9300001,SELF,,9300000,
        A-1X,9300001,SELF,,9300000,
        A-2,9300002,POP,9300002,9300009,7
        """);
  }

  @Test
  void applications_of_a_part_add_up_wherever_they_stand_and_replace_what_was() {
    api.putSelf(9_300_001, 9_300_000, 9_300_007).isOk();
    JsonNode ended =
        client.imported(
            XML,
            "",
            """
            <ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>
              <App action="A" id="a"><BaseVehicle id="9301"/><Qty>2</Qty><Part>A-1</Part></App>
              <App action="A" id="b"><BaseVehicle id="9302"/><Part>A-2</Part></App>
              <App action="A" id="c"><BaseVehicle id="9303"/><Part>A-2</Part></App>
              <App action="A" id="d"><BaseVehicle id="9301"/><Part>A-9</Part></App>
              <App action="A" id="e">
                <Years from="2011" to="2013"/><Make>ACES</Make><Model>model</Model>
                <Part>A-1X</Part>
              </App>
            </ACES>
            """);

    assertThat(ended.path("state").asString()).isEqualTo("DONE");
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(2);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(7);
    assertThat(ended.path("linesRejected").longValue()).isEqualTo(2);
    assertThat(ended.path("rejected").path(0).path("line").longValue()).isEqualTo(4);
    assertThat(ImportClient.reasons(ended))
        .containsExactly(
            "App 'c': there is no vehicle for base vehicle 9303",
            "App 'd': no SKU is known for part number 'A-9'");
    assertThat(api.checked(CARS, 9_300_001L, 9_300_002L))
        .containsExactly("9300001 KNOWN 11111100", "9300002 KNOWN 00000001");
    assertThat(api.getAsOperator(FitmentApi.fitmentOf(9_300_002)).isOk().body())
        .contains("\"spuId\":9300002,\"mainSkuId\":9300009,\"vendorId\":7,");
    assertThat(notes(9_300_001L))
        .isEqualTo("[[{\"quantity\":2}],[{\"quantity\":2}],[],[],[],[],[],[]]");
    assertThat(staged()).isZero();
  }

  @Test
  void two_brands_with_one_number_are_two_skus() {
    putPart("A-B?brand=AAAA", 9_300_001);
    putPart("A-B", 9_300_002);
    JsonNode ended =
        client.imported(
            XML,
            "",
            FULL
                + "<App id=\"1\"><BaseVehicle id=\"9301\"/><Part"
                + " BrandAAIAID=\"AAAA\">A-B</Part></App><App id=\"2\"><BaseVehicle"
                + " id=\"9302\"/><Part BrandAAIAID=\"BBBB\">A-B</Part></App></ACES>");

    assertThat(ended.path("skusWritten").longValue()).isEqualTo(2);
    assertThat(api.checked(CARS, 9_300_001L, 9_300_002L))
        .containsExactly("9300001 KNOWN 11000000", "9300002 KNOWN 00000001");
  }

  private void putPart(String part, long skuId) {
    String path = "/api/v1/part-numbers/" + part;
    String body = "{\"skuId\":%d,\"kind\":\"SELF\",\"mainSkuId\":9300000}".formatted(skuId);
    api.send(api.json(path, TestTokens.operator()).PUT(BodyPublishers.ofString(body))).isOk();
  }

  @Test
  void a_file_that_breaks_off_changes_nothing() {
    api.putSelf(9_300_001, 9_300_000, 9_300_003).isOk();
    String app = "<App id=\"1\"><BaseVehicle id=\"9301\"/><Part>A-1</Part></App>\n";
    JsonNode ended = client.imported(XML, "", FULL + "\n" + app.repeat(700) + "<App>");

    assertThat(ended.path("state").asString()).isEqualTo("FAILED");
    assertThat(ended.path("failure").asString()).isEqualTo("Line 702: is no well-formed XML");
    assertThat(ended.path("skusWritten").longValue()).isZero();
    assertThat(api.checked(CARS, 9_300_001L)).containsExactly("9300001 KNOWN 00010000");
    await().until(() -> staged() == 0);
  }

  @Test
  void a_dry_run_tells_what_it_would_do_and_does_nothing() {
    api.putSelf(9_300_001, 9_300_000, 9_300_003).isOk();
    JsonNode ended =
        client.imported(
            "text/xml",
            "?dryRun=true",
            FULL + "<App id=\"1\"><BaseVehicle id=\"9301\"/><Part>A-1</Part></App></ACES>");

    assertThat(ended.path("skusWritten").longValue()).isEqualTo(1);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(2);
    assertThat(api.checked(CARS, 9_300_001L)).containsExactly("9300001 KNOWN 00010000");
    assertThat(staged()).isZero();
  }

  @Test
  void an_import_that_was_interrupted_stages_no_application_twice() {
    imports.stop();
    String id =
        client.sent(
            XML,
            "",
            """
            <ACES><Header><SubmissionType>FULL</SubmissionType></Header>
            <App id="1"><BaseVehicle id="9301"/><Part>A-2</Part></App>
            <App id="2"><BaseVehicle id="9303"/><Part>A-2</Part></App>
            <App id="3"><BaseVehicle id="9302"/><Part>A-1</Part></App>
            </ACES>\
            """);
    new Interrupted(db).at(id, new Progress(2, 3, 100, false, 0, 0, 1));
    db.sql("INSERT INTO run_finding (run_id, finding) VALUES (?, ?)")
        .params(id, "{\"record\":2,\"line\":3,\"reason\":\"Said before.\"}")
        .update();

    imports.start();

    JsonNode ended = client.ended(id);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(1);
    assertThat(ended.path("linesRejected").longValue()).isEqualTo(1);
    assertThat(ImportClient.reasons(ended)).containsExactly("Said before.");
    assertThat(api.checked(CARS, 9_300_001L)).containsExactly("9300001 KNOWN 00000001");
  }

  private String notes(long sku) {
    Map<String, Object> check = Map.of("vehicleIds", CARS, "skuIds", List.of(sku), "notes", true);
    JsonNode reply = api.post("/api/v1/fitment/check", check).isOk().json();
    return reply.path("results").path(0).path("notes").toString();
  }

  private long staged() {
    return db.sql("SELECT COUNT(*) FROM aces_app").query(Long.class).single();
  }

  private void load(String table, String csv) {
    JsonNode report =
        api.send(
                api.request("/api/v1/" + table + "/import", TestTokens.operator())
                    .header("Content-Type", "text/csv")
                    .POST(BodyPublishers.ofString(csv)))
            .isOk()
            .json();
    assertThat(report.path("rejectedCount").longValue()).isZero();
  }
}
