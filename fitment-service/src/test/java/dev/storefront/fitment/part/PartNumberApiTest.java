package dev.storefront.fitment.part;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Part numbers that begin with {@code PN} are this class's. */
@FitmentServiceTest
class PartNumberApiTest {

  private static final String PATH = "/api/v1/part-numbers/";
  private static final String SELF = "{\"skuId\":1,\"kind\":\"SELF\",\"mainSkuId\":1}";

  @LocalServerPort int port;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
  }

  @Test
  void a_part_number_is_sold_as_the_SKU_that_was_said_last() {
    put("PN-1", "{\"skuId\":1,\"kind\":\"SELF\",\"mainSkuId\":2}").isOk();
    put("PN-1", "{\"skuId\":3,\"kind\":\"POP\",\"spuId\":4,\"vendorId\":5}").isOk();

    JsonNode found = get("PN-1").isOk().json();
    assertThat(found.path("skuId").longValue()).isEqualTo(3);
    assertThat(found.path("kind").asString()).isEqualTo("POP");
    assertThat(found.path("spuId").longValue()).isEqualTo(4);
    assertThat(found.path("mainSkuId").isNull()).isTrue();
    assertThat(found.path("vendorId").longValue()).isEqualTo(5);
    get("pn-1").expect(404, "unknown-part-number");

    assertThat(delete("PN-1").status()).isEqualTo(204);
    assertThat(delete("PN-1").status()).isEqualTo(204);
    get("PN-1").expect(404, "unknown-part-number");
  }

  @Test
  void a_table_of_many_is_taken_line_by_line() {
    JsonNode report =
        load("""
        partNumber,skuId,kind,spuId,mainSkuId,vendorId
        PN-2,1,SELF,,2,
        "PN ""3""\",4,POP,5,,6
        PN-4,0,BOTH,x,,
        PN-5,7,POP,,,-1
        PN-5,7,SELF,,x,
        PN-6,8
        PN-6,+8,POP,０８,,042
        PN-6,9223372036854775808,POP,8,,
        PN\0,8,POP,8,,
        """)
            .isOk()
            .json();
    assertThat(report.path("imported").longValue()).isEqualTo(2);
    assertThat(report.path("rejectedCount").longValue()).isEqualTo(7);
    assertThat(report.path("rejected").valueStream().map(r -> r.path("reason").asString()))
        .containsExactly(
            "skuId must be 1 or more; kind must be SELF or POP; spuId must be a number",
            "spuId is required for POP; vendorId must be 0 or more",
            "mainSkuId must be a number",
            "must have 6 columns, got 2",
            "skuId must be a number; spuId must be a number; vendorId must be a number",
            "skuId must be a number",
            "partNumber must be Unicode text without NUL");
    assertThat(report.path("rejected").path(3).path("line").longValue()).isEqualTo(7);
    assertThat(get("PN%20%223%22").isOk().json().path("skuId").longValue()).isEqualTo(4);
  }

  @Test
  void two_brands_with_one_number_are_two_parts() {
    put("PN-9?brand=AAAA", "{\"skuId\":1,\"kind\":\"SELF\",\"mainSkuId\":1}").isOk();
    JsonNode report =
        load("""
        partNumber,skuId,kind,spuId,mainSkuId,vendorId,brand
        PN-9,2,SELF,,2,,BBBB
        PN-9,3,SELF,,3,,
        PN-9,4,SELF,,4,,too-long-for-a-brand
        """)
            .isOk()
            .json();
    assertThat(report.path("imported").longValue()).isEqualTo(2);
    assertThat(report.path("rejected").path(0).path("reason").asString())
        .isEqualTo("brand must be 1 to 16 letters and digits");

    assertThat(get("PN-9?brand=AAAA").isOk().json().path("skuId").longValue()).isEqualTo(1);
    JsonNode second = get("PN-9?brand=BBBB").isOk().json();
    assertThat(second.path("skuId").longValue()).isEqualTo(2);
    assertThat(second.path("brand").asString()).isEqualTo("BBBB");
    assertThat(get("PN-9").isOk().json().path("skuId").longValue()).isEqualTo(3);
    get("PN-9?brand=CCCC").expect(404, "unknown-part-number");
    get("PN-9?brand=C-C").isInvalid("brand");

    assertThat(delete("PN-9?brand=AAAA").status()).isEqualTo(204);
    get("PN-9?brand=AAAA").expect(404, "unknown-part-number");
    assertThat(get("PN-9").isOk().json().path("skuId").longValue()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"import", "PN/8", "PN 8", "PN#8", "PN%8", "PN;8", "PN\\8", "PN?8&a=b+c"})
  void any_part_number_can_be_said_in_the_query(String partNumber) {
    assertThat(inQuery("PUT", partNumber, SELF).isOk().json().path("partNumber").asString())
        .isEqualTo(partNumber);
    assertThat(inQuery("GET", partNumber, "").isOk().json().path("skuId").longValue()).isEqualTo(1);
    assertThat(inQuery("DELETE", partNumber, "").status()).isEqualTo(204);
    inQuery("GET", partNumber, "").expect(404, "unknown-part-number");
  }

  @Test
  void what_is_no_part_number_is_refused() {
    inQuery("PUT", " ", SELF).isInvalid("partNumber");
    inQuery("PUT", "P\0N", SELF).isInvalid("partNumber");
    inQuery("GET", "P".repeat(65), "").isInvalid("partNumber");
    api.getAsOperator("/api/v1/part-numbers").isInvalid("partNumber");
    put("%20", SELF).isInvalid("partNumber");
    put("PN-7", "{}").isInvalid("skuId", "kind");
    put("PN-7", "{\"skuId\":1,\"kind\":\"SELF\"}").isInvalid("mainSkuId");
    put("PN-7", "{\"skuId\":1,\"kind\":\"POP\"}").isInvalid("spuId");
    put("PN-7", "{\"skuId\":1,\"kind\":\"POP\",\"vendorId\":-1}").isInvalid("spuId", "vendorId");
    put("PN-7", "{\"skuId\":0,\"kind\":\"SELF\",\"spuId\":-1}")
        .isInvalid("skuId", "spuId", "mainSkuId");
    put("P".repeat(65), "{\"skuId\":1,\"kind\":\"SELF\",\"mainSkuId\":1}").isInvalid("partNumber");
    load("partNumber,skuId\n").isInvalid("header");
    load("").isInvalid("header");
    api.send(api.request(PATH + "PN-1", null).GET()).expect(401, "unauthorized");
    api.send(api.request(PATH + "PN-1", TestTokens.user("ann")).GET()).expect(403, "forbidden");
  }

  private Reply inQuery(String method, String partNumber, String body) {
    String query = "?partNumber=" + URLEncoder.encode(partNumber, StandardCharsets.UTF_8);
    return api.send(
        api.json("/api/v1/part-numbers" + query, TestTokens.operator())
            .method(method, BodyPublishers.ofString(body)));
  }

  private Reply put(String partNumber, String body) {
    return api.send(
        api.json(PATH + partNumber, TestTokens.operator()).PUT(BodyPublishers.ofString(body)));
  }

  private Reply get(String partNumber) {
    return api.send(api.request(PATH + partNumber, TestTokens.operator()).GET());
  }

  private Reply delete(String partNumber) {
    return api.send(api.request(PATH + partNumber, TestTokens.operator()).DELETE());
  }

  private Reply load(String csv) {
    return api.send(
        api.request(PATH + "import", TestTokens.operator())
            .header("Content-Type", "text/csv")
            .POST(BodyPublishers.ofString(csv)));
  }
}
