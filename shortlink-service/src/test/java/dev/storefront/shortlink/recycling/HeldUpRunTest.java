package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A run that waits for MySQL after Redis has ended a generation, and Redis falls back meanwhile.
 */
@WithBackends(database = "shortlink", namespace = "heldup")
@TestPropertySource(
    properties = {
      "storefront.shortlink.recycling.quarantine=10s",
      "storefront.shortlink.recycling.refusal=10m",
      "storefront.shortlink.tiers.five.idle-time=5s"
    })
@NotOnSharedServers
class HeldUpRunTest extends RecyclingRuns {

  private static final List<String> REDIS = List.of("redis-1", "redis-2", "redis-3");
  private static final String TARGET = "https://example.com/kept";
  private static final Duration LONG = Duration.ofMinutes(3);

  @Autowired CodeBook codes;
  @Autowired MeterRegistry meters;
  @Autowired PlatformTransactionManager transactions;

  private final Faults faults = TestBackends.shared().faults();

  @AfterEach
  void heal() {
    REDIS.forEach(faults::start);
  }

  /** It may have forgotten that somebody came, and that it brings nothing back. */
  @Test
  void frees_nothing_of_what_redis_may_have_forgotten_by_then() {
    Reply lease = lease(app(), unique(), 5, 1000).isOk();
    long id = lease.number("/ranges/0/first");
    Address.Numbered address = codes.addressOf(Tier.FIVE, id);
    publish(app(), lease, id, TARGET).isOk();
    send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    String marker = markerOf(address.code());
    await()
        .atMost(SOON)
        .until(
            () ->
                !redis.hasKey(marker)
                    && inRedis(address.code()) == null
                    && jdbc.sql("SELECT COUNT(*) FROM segments WHERE check_after > ?")
                            .param(System.currentTimeMillis())
                            .query(Long.class)
                            .single()
                        == 0);
    Fallbacks fallbacks = new Fallbacks(meters);
    double before = fallbacks.found();
    String run = start("{\"tier\":5}");
    new TransactionTemplate(transactions)
        .executeWithoutResult(
            holder -> {
              // All of it: what a run still has to write down of the segment waits for the lock
              // too.
              await()
                  .atMost(SOON)
                  .until(
                      () -> find(run),
                      it -> it.text("/phase").equals("QUARANTINE") && it.number("/idle") == 1);
              jdbc.sql(
                      "SELECT segment FROM segments FORCE INDEX (PRIMARY)"
                          + " WHERE tier = 5 AND segment = ? FOR UPDATE")
                  .param(address.segment().index())
                  .query(Long.class)
                  .single();
              await().atMost(SOON).until(() -> "2".equals(redis.opsForValue().get(marker)));
              REDIS.forEach(faults::kill);
              REDIS.forEach(faults::start);
              await().atMost(LONG).until(() -> fallbacks.found() >= before + REDIS.size());
            });

    assertThat(finished(run).number("/idsRecycled")).isZero();
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(get("/" + address.code()).header("Location")).isEqualTo(TARGET));
  }
}
