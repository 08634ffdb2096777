package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Runs as operators see them. */
abstract class RecyclingRuns extends ShortLinkTest {

  @Autowired JdbcClient jdbc;

  String start(String body) {
    Reply started = send("POST", "/api/v1/recycling-runs", operator(), body).expect(202);
    assertThat(started.header("Location"))
        .isEqualTo("/api/v1/recycling-runs/" + started.text("/id"));
    return started.text("/id");
  }

  Reply find(String id) {
    return send("GET", "/api/v1/recycling-runs/" + id, operator(), null);
  }

  Reply finished(String id) {
    return await()
        .atMost(SOON)
        .until(() -> find(id), run -> List.of("DONE", "FAILED").contains(run.text("/state")));
  }

  /** Again and again: the run may just be about to write down that it waits. */
  Reply endQuarantine(String run) {
    return await()
        .atMost(SOON)
        .until(
            () -> {
              jdbc.sql(
                      "UPDATE run SET not_before = 0,"
                          + " progress = JSON_SET(progress, '$.quarantineUntil', 0)"
                          + " WHERE id = ? AND state = 'RUNNING'")
                  .param(run)
                  .update();
              return find(run);
            },
            found -> !found.text("/state").equals("RUNNING"));
  }

  /** Runs, again if need be until Redis is trusted. */
  Reply run(String body) {
    return run(body, false);
  }

  Reply run(String body, boolean refusedToo) {
    return await()
        .atMost(SOON)
        .until(() -> finished(start(body)), run -> refusedToo || run.text("/state").equals("DONE"));
  }

  int generationOf(Address.Numbered address) {
    return jdbc.sql("SELECT generation FROM segments WHERE tier = ? AND segment = ?")
        .params(address.segment().tier().length(), address.segment().index())
        .query(Integer.class)
        .single();
  }

  void release(Reply lease) {
    send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null);
  }

  Reply owners(String code) {
    return send("GET", "/api/v1/links/" + code + "/owners", operator(), null);
  }

  /** Redis may have forgotten it by now; then HBase has it soon. */
  void awaitLeadsTo(String code, String target) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(get("/" + code).header("Location")).isEqualTo(target));
  }

  /** As if it were visited now and then. */
  void pin(String code) {
    await()
        .atMost(SOON)
        .until(
            () -> {
              get("/" + code);
              return keep(code, Duration.ofMinutes(10))
                  && redis.expire(markerOf(code), Duration.ofMinutes(10));
            });
  }
}
