package dev.storefront.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class JsonErrorsTest {

  record Question(long[] vehicleIds, LocalDate day) {}

  @Test
  void the_message_says_what_the_value_should_be() {
    assertThat(wrong("{\"vehicleIds\": [1, \"a\"]}"))
        .isEqualTo(new InvalidField("vehicleIds[1]", "must be an integer"));
    assertThat(wrong("{\"vehicleIds\": \"a\"}"))
        .isEqualTo(new InvalidField("vehicleIds", "must be an array"));
    assertThat(wrong("{\"vehicleIds\": [99999999999999999999]}"))
        .isEqualTo(new InvalidField("vehicleIds[0]", "is out of range"));
    assertThat(wrong("{\"day\": \"x\"}"))
        .isEqualTo(new InvalidField("day", "must be a date such as 2026-06-25"));
    assertThat(wrong("{\"dya\": \"2026-06-25\"}"))
        .isEqualTo(new InvalidField("dya", "is not known"));
  }

  private static InvalidField wrong(String json) {
    JsonMapper mapper =
        JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    return JsonErrors.describe(
        catchThrowableOfType(JacksonException.class, () -> mapper.readValue(json, Question.class)));
  }
}
