package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Where groups lie when nothing is set: all on the one cluster that every service has. */
@FitmentServiceTest
class PlacementApiTest {

  private static final String PATH = "/api/v1/fitment/placement";

  @LocalServerPort int port;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
  }

  @Test
  void the_cluster_and_the_slot_of_a_group_can_be_seen() {
    JsonNode pop = api.getAsOperator(PATH + "?kind=POP&groupId=700&vendorId=42").isOk().json();
    assertThat(pop.toString())
        .isEqualTo(
            "{\"kind\":\"POP\",\"groupId\":700,\"vendorId\":42,\"cluster\":\"default\","
                + "\"hashTag\":\"POP:42:700\",\"slot\":5719}");

    JsonNode self = api.getAsOperator(PATH + "?kind=SELF&groupId=100001&vendorId=42").isOk().json();
    assertThat(self.path("hashTag").asString()).isEqualTo("SELF:100001");
    assertThat(self.path("slot").intValue()).isEqualTo(768);
    assertThat(self.path("vendorId").longValue()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"self=", "pop=", "pop=a,a", "pop=a, ,b"})
  void settings_that_make_no_sense_are_refused_at_the_start(String setting) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues("storefront.fitment.placement." + setting)
        .run(context -> assertThat(context).hasFailed());
  }

  @EnableConfigurationProperties(PlacementProperties.class)
  static class Settings {}

  @Test
  void only_operators_may_ask_and_only_about_groups() {
    api.get(PATH + "?kind=SELF&groupId=1").expect(401, "unauthorized");
    api.send(api.request(PATH + "?kind=SELF&groupId=1", TestTokens.user("u1")).GET())
        .expect(403, "forbidden");
    api.getAsOperator(PATH + "?kind=SHOP&groupId=1").isInvalid("kind");
    api.getAsOperator(PATH + "?kind=SELF").isInvalid("groupId");
    api.getAsOperator(PATH + "?kind=POP&groupId=0&vendorId=-1").isInvalid("groupId", "vendorId");
  }
}
