package dev.storefront.acceptance.flashsale.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.WorkingCopy;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A short run; {@link FlashSaleFaults} makes long ones. Its servers are nobody else's. */
@Order(0)
@DisabledIfSystemProperty(named = "backends", matches = "testcontainers")
class FlashSaleFaultsIT {

  private static final long SEED = 4;

  @Test
  void a_sale_keeps_its_word_while_servers_fail() throws Exception {
    FlashSaleFaults run =
        new FlashSaleFaults(System.out, WorkingCopy.path("acceptance/target/flash-sale-faults-it"));

    assertThat(run.play(SEED, 0, List.of(Fault.SEVERAL))).isZero();
  }
}
