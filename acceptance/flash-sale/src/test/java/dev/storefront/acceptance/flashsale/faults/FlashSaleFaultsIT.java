package dev.storefront.acceptance.flashsale.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.server.ProjectRoot;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A short run; {@link FlashSaleFaults} makes long ones. Its servers are nobody else's. */
@Tag("proof")
@DisabledIfSystemProperty(named = "backends", matches = "testcontainers")
class FlashSaleFaultsIT {

  private static final long SEED = 4;
  private static final int MOST_ROUNDS = 3;

  @Test
  void a_sale_keeps_its_word_while_servers_fail() throws Exception {
    FlashSaleFaults run =
        new FlashSaleFaults(
            System.out,
            ProjectRoot.find().resolve("acceptance/flash-sale/target/flash-sale-faults-it"));

    assertThat(
            run.playUntilProven(
                SEED, List.of(Fault.SEVERAL, Fault.DATABASE_TAIL_LOST), MOST_ROUNDS))
        .isZero();
  }
}
