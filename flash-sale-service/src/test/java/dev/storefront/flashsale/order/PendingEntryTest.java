package dev.storefront.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingEntryTest {

  @ParameterizedTest
  @ValueSource(strings = {"alice", "a|b|c", "|", "名前", "with space"})
  void it_survives_the_way_through_redis_whatever_the_pin(String pin) {
    for (CancelReason reason : new CancelReason[] {null, CancelReason.PAYMENT_TIMEOUT}) {
      PendingEntry entry =
          new PendingEntry(7, "A:1", 17, Kind.CANCEL, reason, 3, "2001:db8::1", pin);

      assertThat(PendingEntry.decode(7, entry.encode())).isEqualTo(entry);
    }
  }
}
