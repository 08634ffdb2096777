package dev.storefront.shortlink.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;

/** A node of Redis that goes on with less than it had acknowledged. */
@WithBackends(database = "shortlink", namespace = "fallback")
@NotOnContainers
@NotOnSharedServers
class FallbackTest extends ChangedLinks {

  private static final String REDIS = "redis-1";

  /** Never used, on all nodes. */
  private static final List<Segment> SEGMENTS =
      LongStream.range(3_000_000, 3_000_064).mapToObj(i -> new Segment(Tier.SEVEN, i)).toList();

  @TempDir private Path folder;

  @Autowired MeterRegistry meters;
  @Autowired IdleCodes idleCodes;

  private final Faults faults = TestBackends.shared().faults();
  private Fallbacks fallbacks;
  private double before;

  @BeforeEach
  void links() {
    fallbacks = new Fallbacks(meters);
    before = fallbacks.found();
    makeLinks();
  }

  @AfterEach
  void heal() {
    faults.start(REDIS);
  }

  @Test
  void what_changed_since_older_files_were_written_stays_changed() throws Exception {
    OldFiles old = OldFiles.of(REDIS, folder);
    Instant copied = Instant.now();
    changeLinks();

    old.fallBack(faults);

    allAreRightOrNotAnswered();
    nothingIsRecycledOnThatNode(copied);
  }

  @Test
  void what_was_acknowledged_is_there_after_a_node_came_back_empty() throws Exception {
    changeLinks();
    OldFiles.loseAll(REDIS, faults);

    allAreRightOrNotAnswered();
  }

  /** Every second link is not looked at before the doubt is over. */
  private void allAreRightOrNotAnswered() {
    List<String> codes = codes();
    await()
        .atMost(LONG)
        .until(
            () -> {
              boolean all = fallbacks.isOverSince(before);
              for (int i = 0; i < codes.size(); i += 2) {
                all &= isAnsweredRightly(codes.get(i));
              }
              return all;
            });
    await().atMost(LONG).until(() -> unanswered().isEmpty());
  }

  /** Nobody has used any of these, but of those on that node nobody can know. */
  private void nothingIsRecycledOnThatNode(Instant copied) {
    List<SegmentIds> idle = idle(copied);
    assertThat(idle.stream().map(SegmentIds::isEmpty)).contains(true, false);
    assertThat(idle(Instant.now().plus(LONG))).noneMatch(SegmentIds::isEmpty);
    Segment unknown = SEGMENTS.get(idle.stream().map(SegmentIds::isEmpty).toList().indexOf(true));
    SegmentIds all = SegmentIds.all(unknown);
    List<Candidate> one = List.of(new Candidate(unknown, 1, copied, all));
    assertThat(idleCodes.close(one, copied, Duration.ofMillis(1))).isEmpty();
    assertThat(idleCodes.of(List.of(unknown), copied).get(0).othersLast())
        .isEqualTo(Duration.ofDays(1));
    onlyTheOthersAreAsked(copied);
  }

  private void onlyTheOthersAreAsked(Instant copied) {
    long before = searches();
    List<Segment> byCode =
        SEGMENTS.stream().map(s -> new Segment(Tier.FIVE, s.index() - 2_500_000)).toList();
    long known =
        idleCodes.of(byCode, copied).stream().filter(each -> !each.ids().isEmpty()).count();
    assertThat(known).isBetween(1L, byCode.size() - 1L);
    assertThat(searches() - before).isEqualTo(known);
  }

  private long searches() {
    return ScriptCalls.of(meters, "shortlink/findLinks");
  }

  private List<SegmentIds> idle(Instant since) {
    return idleCodes.of(SEGMENTS, since).stream().map(IdleCodes.Idle::ids).toList();
  }
}
