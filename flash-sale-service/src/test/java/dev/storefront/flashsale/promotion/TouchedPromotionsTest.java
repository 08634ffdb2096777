package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class TouchedPromotionsTest extends FlashSaleTest {

  private static final byte[] KEY = "apart1:touched-promotions".getBytes(StandardCharsets.UTF_8);

  @Autowired private RedisClusterAccess cluster;
  @Autowired private FlashSaleProperties properties;

  @Test
  void the_sweeper_hears_of_what_another_instance_touched_and_remembers_it() {
    TouchedPromotions instance = instance("apart");
    TouchedPromotions sweeper = instance("apart");
    instance.touch(7);
    instance.touch(8);
    await()
        .untilAsserted(
            () -> assertThat(sweeper.recent().orElseThrow()).containsExactlyInAnyOrder(7L, 8L));
    assertThat(sweeper.recent().orElseThrow()).containsExactlyInAnyOrder(7L, 8L);
    assertThat(instance("apart").recent().orElseThrow()).isEmpty();
  }

  @Test
  void where_redis_does_not_tell_which_they_are_it_may_be_any() {
    cluster.call(c -> c.set(KEY, KEY)).join();
    assertThat(instance("apart1").recent()).isEmpty();
  }

  private TouchedPromotions instance(String namespace) {
    return new TouchedPromotions(cluster, new Namespace(namespace), properties);
  }
}
