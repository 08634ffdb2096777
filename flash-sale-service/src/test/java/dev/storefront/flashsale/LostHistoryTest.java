package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.LossyRedis;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/** A Redis, all of the service's in this test, that comes back with what it knew a while ago. */
@WithBackends(database = "flash_sale", namespace = "lossy", redisClusters = "lossy")
@Import(LossyRedis.class)
@TestPropertySource(properties = LossyRedis.LEASE)
@NotOnContainers
class LostHistoryTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;

  @Test
  void what_was_sold_is_not_sold_again_by_a_redis_that_forgot_it() throws IOException {
    long promotion = onSale(5);
    tryGrab(promotion, 3).expect(201);
    OldFiles old = OldFiles.of(LossyRedis.SERVER, folder);
    tryGrab(promotion, 2).expect(201);

    old.fallBack(TestBackends.shared().faults());

    Reply refused = await().atMost(LONG).until(() -> tryGrab(promotion, 1), this::isAnswered);
    refused.expect(503, "recovering");
    assertThat(refused.header("Retry-After")).isNotEmpty();
    assertThat(refused.at("/promotionId").asLong()).isEqualTo(promotion);

    await().atMost(LONG).until(() -> hastened(tryGrab(promotion, 1)).code().equals("sold-out"));
    assertThat(remaining(promotion)).isZero();
    tryGrab(onSale(1), 1).expect(201);
  }

  private boolean isAnswered(Reply reply) {
    return !reply.code().equals("unavailable");
  }

  private Reply tryGrab(long promotion, int quantity) {
    return tryGrab(freshOrder(), promotion, quantity);
  }
}
