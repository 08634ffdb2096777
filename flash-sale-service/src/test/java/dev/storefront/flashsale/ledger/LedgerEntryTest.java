package dev.storefront.flashsale.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.CancelReason;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What is no entry is found before it is one: nobody could read the order afterwards. */
class LedgerEntryTest {

  private static final Validator VALIDATOR =
      Validation.buildDefaultValidatorFactory().getValidator();

  @ParameterizedTest
  @ValueSource(strings = {"7:1", "7:1,8:2", "8:2147483647,7:1", "9223372036854775807:1,7:2"})
  void items_have_the_promotion_among_them(String items) {
    assertThat(VALIDATOR.validate(entry(items, null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8:1",
        "7:0",
        "0:1,7:1",
        "7:2147483648",
        "99999999999999999999:1,7:1",
        "7",
        "7:1,",
        "7:x"
      })
  void other_items_are_none(String items) {
    assertThat(VALIDATOR.validate(entry(items, null))).isNotEmpty();
  }

  @Test
  void a_reason_that_another_version_gives_is_an_entry_all_the_same() {
    assertThat(VALIDATOR.validate(entry(null, "FRAUD"))).isEmpty();
    assertThat(CancelReason.ofLedger("FRAUD")).isNull();
    assertThat(CancelReason.ofLedger("OUT_OF_STOCK")).isEqualTo(CancelReason.OUT_OF_STOCK);
  }

  @Test
  void its_json_has_its_members_alone() {
    assertThat(new JsonMapper().valueToTree(entry("7:1", "USER")).propertyNames())
        .containsExactlyInAnyOrder(
            "eventId",
            "kind",
            "promotionId",
            "orderId",
            "attempt",
            "quantity",
            "items",
            "pin",
            "ip",
            "reason",
            "occurredAt");
  }

  private static LedgerEntry entry(@Nullable String items, @Nullable String reason) {
    return new LedgerEntry(
        "e", Kind.CANCEL, 7, "order", 17, 1, items, null, "pat", "192.0.2.7", reason, null, 1);
  }
}
