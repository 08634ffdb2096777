package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.Runs;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the schedule orders when it looks, in a service of its own: no other runs are there. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "history.archive.regions=2")
@WithBackends(database = "browse_history", namespace = "looks")
class OfflineLooksTest {

  @Autowired private OfflineDays days;
  @Autowired private Runs<OfflineRequest, OfflineProgress> offlineRuns;
  @Autowired private JdbcClient jdbc;
  @TempDir private Path folder;

  @Test
  void the_schedule_orders_what_is_missing_unless_another_instance_has_just_looked()
      throws Exception {
    Path jar = Files.createFile(folder.resolve("jobs.jar"));
    HttpServer cluster = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    cluster.createContext("/overview", OfflineLooksTest::answer);
    cluster.start();
    try {
      String address = "http://127.0.0.1:" + cluster.getAddress().getPort();
      ZonedDateTime noon = ZonedDateTime.parse("2011-05-10T12:00:00+08:00[Asia/Shanghai]");
      ZonedDateTime yearLater = noon.plusYears(1);
      List<OfflineRequest> first = deletes(2011);
      at(noon, address, jar).look();
      assertThat(ordered()).containsExactlyInAnyOrderElementsOf(first);

      // That look has the schedule, for longer than any pause of this test.
      jdbc.sql("UPDATE offline_schedule SET lease_until = lease_until + 600000").update();
      at(yearLater, address, jar).look();
      assertThat(ordered()).hasSameSizeAs(first);
      anyoneMayLook();
      at(yearLater, address, folder.resolve("none.jar")).look();
      assertThat(ordered()).as("without a jar there is nothing to run").hasSameSizeAs(first);
      anyoneMayLook();
      at(yearLater, address, jar).look();
      assertThat(ordered())
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(first.stream(), deletes(2012).stream()).toList());
    } finally {
      cluster.stop(0);
    }
  }

  /** Of the two dates that are due at the test's noon of a year. */
  private static List<OfflineRequest> deletes(int year) {
    return Stream.of(LocalDate.of(year, 5, 8), LocalDate.of(year, 5, 9))
        .map(date -> new OfflineRequest(date, OfflineStep.DELETES))
        .toList();
  }

  private static void answer(HttpExchange call) throws IOException {
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    call.getResponseHeaders().add("Content-Type", "application/json");
    call.sendResponseHeaders(200, body.length);
    call.getResponseBody().write(body);
    call.close();
  }

  private void anyoneMayLook() {
    jdbc.sql("UPDATE offline_schedule SET lease_until = 0").update();
  }

  private List<OfflineRequest> ordered() {
    return offlineRuns.page(20, null).map(Run::request).items();
  }

  private OfflineSchedule at(ZonedDateTime time, String cluster, Path jar) {
    return schedule(offlineRuns, days, time, cluster, jar.toString());
  }

  /** That of a service with a cluster, at another time. */
  static OfflineSchedule schedule(
      Runs<OfflineRequest, OfflineProgress> runs,
      OfflineDays days,
      ZonedDateTime time,
      String cluster,
      String jar) {
    OfflineProperties there =
        new OfflineProperties(
            cluster,
            jar,
            "file:/lake",
            "file:/offline",
            time.getZone(),
            1,
            "",
            true,
            Duration.ofHours(6),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10));
    return new OfflineSchedule(
        runs, days, new FlinkJobs(there), there, Clock.fixed(time.toInstant(), time.getZone()));
  }
}
