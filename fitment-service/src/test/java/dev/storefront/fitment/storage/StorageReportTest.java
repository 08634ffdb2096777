package dev.storefront.fitment.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Vehicle ids 8000000-8099999 and SKUs 8000000-8099999 are this class's. */
@FitmentServiceTest
class StorageReportTest {

  private static final int VEHICLES = 60_000;
  private static final int FIRST_VEHICLE = 8_000_000;

  @LocalServerPort int port;
  @Autowired JdbcTemplate db;
  FitmentApi api;

  /** Vehicles in two segments, 50,000 in the first. */
  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < VEHICLES; i++) {
      rows.add(new Object[] {FIRST_VEHICLE + i, 8_000_001 + i});
    }
    db.batchUpdate("INSERT IGNORE INTO vehicle VALUES (?, ?, 'Storage', 'Report', 2020, '')", rows);
  }

  @Test
  void it_says_for_each_encoding_what_its_rows_take() {
    api.putSelf(8_000_001, 8_000_000, FIRST_VEHICLE, FIRST_VEHICLE + 50_000).isOk();
    api.putSelf(8_000_002, 8_000_000, vehicles(10_000, 30_000)).isOk();
    Random random = new Random(3);
    int[] atRandom =
        IntStream.of(vehicles(30_000, 50_000)).filter(v -> random.nextBoolean()).toArray();
    api.putSelf(8_000_003, 8_000_000, atRandom).isOk();
    int[] sparse = IntStream.of(vehicles(0, 10_000)).filter(v -> v % 40 == 0).toArray();
    api.putSelf(8_000_004, 8_000_000, sparse).isOk();

    JsonNode report = report(8_000_000);

    assertThat(report.path("shelves").intValue()).isEqualTo(1);
    Map<String, Integer> pairs =
        Map.of("LIST", 2, "RUNS", 20_000, "BITMAP", atRandom.length, "SPLIT", sparse.length);
    Map<String, Integer> segments = Map.of("LIST", 2, "RUNS", 1, "BITMAP", 1, "SPLIT", 1);
    long bytes = 0;
    for (JsonNode encoding : report.path("encodings")) {
      String name = encoding.path("encoding").asString();
      JsonNode share = encoding.path("share");
      // Where a row ends in a block, the few that are left may be shorter as a list, in each SKU's.
      assertThat(share.path("pairs").intValue())
          .as(name)
          .isBetween(pairs.get(name) - 100, pairs.get(name) + 100);
      assertThat(share.path("segments").intValue())
          .as(name)
          .isBetween(segments.get(name), segments.get(name) + 3);
      assertThat(share.path("bytes").longValue()).as(name).isPositive();
      assertThat(share.path("waste").longValue()).as(name).isPositive();
      assertThat(share.path("bytesPerPair").doubleValue()).as(name).isPositive();
      bytes += share.path("bytes").longValue();
    }
    JsonNode total = report.path("total");
    assertThat(total.path("pairs").intValue()).isEqualTo(20_002 + atRandom.length + sparse.length);
    assertThat(total.path("segments").intValue()).isEqualTo(5);
    assertThat(total.path("bytes").longValue()).isEqualTo(bytes);
    assertThat(total.path("bytesPerPair").doubleValue()).isLessThan(0.3);
    assertThat(report.path("headBytes").longValue()).isPositive();
  }

  @Test
  void the_figures_follow_what_is_written() {
    api.putSelf(8_000_011, 8_000_010, vehicles(0, 60_000)).isOk();
    assertThat(report(8_000_010).at("/total/pairs").intValue()).isEqualTo(60_000);
    long full = report(8_000_010).at("/total/bytes").longValue();
    api.putSelf(8_000_011, 8_000_010, FIRST_VEHICLE).isOk();
    assertThat(report(8_000_010).at("/total/pairs").intValue()).isEqualTo(1);
    assertThat(report(8_000_010).at("/total/bytes").longValue()).isLessThan(full);
  }

  /** Larger and larger offsets, which is what allocates strings that grow in place too large. */
  @Test
  void a_segment_that_grew_takes_what_one_takes_that_was_written_at_once() {
    List<Integer> all = IntStream.of(vehicles(0, 7_000)).filter(v -> v % 7 == 0).boxed().toList();
    api.putSelf(8_000_021, 8_000_020, all.stream().mapToInt(v -> v).toArray()).isOk();
    api.putSelf(8_000_031, 8_000_030, all.get(0)).isOk();
    for (int from = 0; from < all.size(); from += 50) {
      api.patch(8_000_031, all.subList(from, from + 50), List.of()).isOk();
    }

    assertThat(report(8_000_030).at("/total/pairs").intValue()).isEqualTo(1_000);
    assertThat(report(8_000_030).at("/total/bytes").longValue())
        .isEqualTo(report(8_000_020).at("/total/bytes").longValue());
  }

  @Test
  void a_group_without_data_has_a_report_of_zeros() {
    JsonNode total = report(8_099_999).path("total");
    assertThat(total.path("pairs").intValue() + total.path("waste").intValue()).isZero();
  }

  @Test
  void it_is_for_operators_and_needs_a_group() {
    api.get("/api/v1/fitment/storage-report?groupId=1").expect(401, "unauthorized");
    api.getAsOperator("/api/v1/fitment/storage-report").isInvalid("groupId");
    api.getAsOperator("/api/v1/fitment/storage-report?groupId=x").isInvalid("groupId");
    api.getAsOperator("/api/v1/fitment/storage-report?groupId=0").isInvalid("groupId");
  }

  private JsonNode report(long groupId) {
    return api.getAsOperator("/api/v1/fitment/storage-report?groupId=" + groupId).isOk().json();
  }

  private static int[] vehicles(int from, int to) {
    return IntStream.range(FIRST_VEHICLE + from, FIRST_VEHICLE + to).toArray();
  }
}
