package dev.storefront.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.units.PendingNote;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PendingEntryTest {

  @ParameterizedTest
  @ValueSource(strings = {"alice", "a|b|c", "|", "名前", "with space"})
  void it_survives_the_way_through_redis_whatever_the_pin(String pin) {
    for (CancelReason reason : new CancelReason[] {null, CancelReason.PAYMENT_TIMEOUT}) {
      PendingEntry entry =
          new PendingEntry(7, "A:1", 17, Kind.CANCEL, reason, 3, "2001:db8::1", pin);

      assertThat(PendingEntry.decode(7, entry.encode())).contains(entry);
      assertThat(PendingEntry.orderIdOf(entry.encode())).isEqualTo("A:1");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "A1|1|REFUND|2|192.0.2.7|alice, A1",
    "A1|1|CANCEL:MOOD|2|192.0.2.7|alice, A1",
    "A1|1|:|2|192.0.2.7|alice, A1",
    "A1|x|GRAB|2|192.0.2.7|alice, A1",
    "A1|1|GRAB||192.0.2.7|alice, A1",
    "A1|1, A1",
    "no order|1|GRAB|2|192.0.2.7|alice, ?",
    "A1, ?"
  })
  void what_this_version_cannot_read_still_tells_whose_it_is(String note, String orderId) {
    assertThat(PendingEntry.orderIdOf(note)).isEqualTo(orderId);
    if (!orderId.equals("?")) {
      assertThat(PendingEntry.decode(7, note)).isEmpty();
    }
  }

  @Test
  void logs_get_to_know_neither_address_nor_account() {
    Order order =
        new Order(
            "A1",
            OrderStatus.GRABBED,
            17,
            "alice",
            "192.0.2.7",
            List.of(new OrderItem(7, 1)),
            null,
            null);
    PendingEntry entry = order.pending(Kind.GRAB).get(0);
    byte[] member = entry.encode().getBytes(StandardCharsets.UTF_8);

    assertThat(
            Stream.of(
                order,
                entry,
                new PendingNote(7, 0, member),
                order.entries(Kind.GRAB, Instant.EPOCH).get(0)))
        .allSatisfy(
            told -> assertThat(told.toString()).contains("A1").doesNotContain("alice", "192.0.2"));
  }
}
