package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.redis.Heartbeats.Found;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is in doubt after what two looks at a cluster have seen. */
class FallbackStateTest {

  private static final Found NOTHING = new Found(null, false, 0, null);
  private static final Instant BEAT = Instant.ofEpochSecond(100);
  private static final Instant FOUND = Instant.ofEpochSecond(200);

  private final NodeView a = node("a", "0-99", "a", "b");
  private final NodeView b = node("b", "100-199", "a", "b");
  private final FallbackState both = seen(seen(FallbackState.NEW, a), b);

  @Test
  void a_cluster_that_was_never_used_has_lost_nothing() {
    assertThat(both.generation()).isEqualTo(1);
    assertThat(both.has(a)).isTrue();
    assertThat(both.doubts()).isEmpty();
  }

  @Test
  void another_process_may_have_lost_all_its_slots_and_those_that_moved_away_meanwhile() {
    FallbackState now = seen(both, with("a", "run2", "repl2", 1, "0-49", "a", "b"));

    assertThat(now.generation()).isEqualTo(2);
    assertThat(now.doubts().get(0).slots()).isEqualTo(HashSlots.of("0-99"));
    assertThat(now.floors()[99]).isEqualTo(2);
    assertThat(now.floors()[100]).isEqualTo(1);
  }

  @Test
  void a_slots_floor_at_some_time_is_none_that_was_found_later() {
    FallbackState now = seen(both, with("a", "run2", "repl2", 1, "0-99", "a", "b"));
    Known known = Known.of(new FallbackTable.Stored(1, now));

    assertThat(known.floorAt(7, FOUND)).isEqualTo(2);
    assertThat(known.floorAt(7, FOUND.minusMillis(1))).isEqualTo(1);
    assertThat(known.floorAt(100, FOUND)).isEqualTo(1);
  }

  @Test
  void only_a_take_over_changes_both_epoch_and_replication_id() {
    assertThat(lost(with("a", "run-a", "first-replica", 1, "0-99", "a", "b"))).isEmpty();
    assertThat(lost(with("a", "run-a", "repl-a", 7, "0-99,150", "a", "b"))).isEmpty();
    assertThat(lost(with("a", "run-a", "taken-over", 7, "0-99", "a", "b"))).isEqualTo("0-99");
  }

  @Test
  void a_replica_that_took_over_may_have_lost_what_it_took_over() {
    assertThat(lost(node("c", "0-99", "b", "c"))).isEqualTo("0-99");
  }

  @Test
  void a_node_that_joins_empty_and_gets_slots_has_lost_nothing() {
    FallbackState joined = seen(both, node("c", "", "a", "b", "c"));

    assertThat(lost(joined, node("c", "50-99", "a", "b", "c"))).isEmpty();
  }

  @Test
  void a_process_that_ended_in_order_left_everything_to_the_next_one() {
    NodeView next = with("a", "run2", "repl2", 1, "0-99", "a", "b");
    Heartbeat beat = Heartbeat.of(node("a", "0-99", "a", "b"), BEAT);

    assertThat(both.lostBy(next, left("run-a", beat)).toString()).isEmpty();
    assertThat(both.lostBy(next, left("run-of-old", beat)).toString()).isEqualTo("0-99");
    assertThat(both.lostBy(next, left("run-a", null)).toString())
        .as("emptied since")
        .isEqualTo("0-99");
    assertThat(
            both.lostBy(with("a", "run2", "repl2", 7, "0-99", "a", "b"), left("run-a", beat))
                .toString())
        .as("another was the primary meanwhile")
        .isEqualTo("0-99");
    assertThat(
            both.lostBy(with("a", "run2", "repl2", 1, "0-150", "a", "b"), left("run-a", beat))
                .toString())
        .as("another had slots of it meanwhile")
        .isEqualTo("0-150");
    assertThat(
            both.lostBy(next, left("run-a", Heartbeat.of(node("b", "100-199", "a", "b"), BEAT)))
                .toString())
        .as("the data of another")
        .isEqualTo("0-99");
  }

  private static Found left(String run, @Nullable Heartbeat last) {
    return new Found(last, false, 0, run);
  }

  @Test
  void slots_of_a_node_that_is_lost_were_not_moved_but_given_away_empty() {
    assertThat(lost(node("b", "50-199", "b"))).isEqualTo("50-99");
    assertThat(lost(node("b", "50-199", "a", "b"))).isEmpty();
  }

  @Test
  void slots_that_are_just_coming_are_in_doubt_with_the_process() {
    NodeView importing =
        new NodeView(
            "b",
            true,
            "run2",
            "repl2",
            "0",
            1,
            HashSlots.of("100-199"),
            HashSlots.of("7"),
            HashSlots.NONE,
            Set.of("a", "b"));

    assertThat(lost(importing)).isEqualTo("7,100-199");
  }

  @Test
  void what_survived_of_the_heartbeats_tells_since_when() {
    Heartbeat ofA = Heartbeat.of(a, BEAT);
    NodeView again = with("a", "run2", "repl2", 1, "0-99", "a", "b");
    NodeView replica =
        new NodeView(
            "c",
            true,
            "run3",
            "repl3",
            "repl-a",
            9,
            HashSlots.of("0-99"),
            HashSlots.NONE,
            HashSlots.NONE,
            Set.of("b", "c"));

    assertThat(since(again, ofA)).isEqualTo(BEAT);
    assertThat(since(replica, ofA)).isEqualTo(BEAT);
    assertThat(since(again, null)).isEqualTo(Instant.EPOCH);
    assertThat(since(again, Heartbeat.of(b, BEAT))).as("of another node").isEqualTo(Instant.EPOCH);
    assertThat(since(with("a", "run2", "repl2", 1, "0-199", "a"), ofA))
        .as("of fewer slots")
        .isEqualTo(Instant.EPOCH);
    assertThat(Heartbeat.decode(ofA.encode())).isEqualTo(ofA);
  }

  @Test
  void a_second_doubt_takes_the_slots_of_the_first_over_with_its_time() {
    FallbackState first =
        vetted(both, with("a", "run2", "repl2", 1, "0-99", "a", "b"), Heartbeat.of(a, BEAT));
    NodeView third = with("a", "run3", "repl3", 1, "0-49", "a", "b");
    FallbackState moved = seen(first, with("a", "run2", "repl2", 1, "0-49", "a", "b"));
    FallbackState second = vetted(moved, third, Heartbeat.of(third, FOUND));

    assertThat(second.doubts()).hasSize(2);
    assertThat(second.doubts().get(0).slots()).isEqualTo(HashSlots.of("50-99"));
    assertThat(second.doubts().get(1).since()).isEqualTo(BEAT);
    assertThat(second.floors()[49]).isEqualTo(3);
    assertThat(second.floors()[50]).isEqualTo(2);
    assertThat(second.settled(3).inDoubt().count()).isEqualTo(50);
    assertThat(second.settled(3).floors()[49]).as("a floor stays").isEqualTo(3);
  }

  @Test
  void nodes_that_are_gone_without_slots_are_forgotten() {
    FallbackState joined = seen(both, node("c", "", "a", "b", "c"));

    assertThat(seen(joined, node("a", "0-98", "a", "b")).nodes()).containsOnlyKeys("a", "b");
  }

  @Test
  void a_node_tells_who_it_is() {
    String nodes =
        """
        07c3 127.0.0.1:30004@31004,host slave e7d1 0 1426238317239 4 connected
        67ed 127.0.0.1:30002@31002 master,fail - 0 1426238316232 2 connected 5461-10922
        e7d1 127.0.0.1:30001@31001 myself,master - 0 0 12 connected 0-5460 7000 [93->-292f] [77-<-67ed]
        """;
    NodeView view =
        NodeView.parse(
            "run_id:r1\r\nrole:master\r\nmaster_replid:m1\r\nmaster_replid2:m0\r\n", nodes);

    assertThat(view)
        .isEqualTo(
            new NodeView(
                "e7d1",
                true,
                "r1",
                "m1",
                "m0",
                12,
                HashSlots.of("0-5460,7000"),
                HashSlots.of("77"),
                HashSlots.of("93"),
                Set.of("07c3", "e7d1")));
    assertThat(view.heartbeatSlot()).isZero();
  }

  private String lost(NodeView seen) {
    return lost(both, seen);
  }

  private static String lost(FallbackState state, NodeView seen) {
    return state.lostBy(seen, NOTHING).toString();
  }

  private Instant since(NodeView seen, Heartbeat beat) {
    return vetted(both, seen, beat).doubts().get(0).since();
  }

  private static FallbackState seen(FallbackState state, NodeView seen) {
    return vetted(state, seen, null);
  }

  private static FallbackState vetted(FallbackState state, NodeView seen, Heartbeat beat) {
    return state.vetted(seen, state.lostBy(seen, NOTHING), beat, FOUND);
  }

  private static NodeView node(String id, String slots, String... reachable) {
    return with(id, "run-" + id, "repl-" + id, 1, slots, reachable);
  }

  private static NodeView with(
      String id, String run, String replication, long epoch, String slots, String... reachable) {
    return new NodeView(
        id,
        true,
        run,
        replication,
        "0",
        epoch,
        HashSlots.of(slots),
        HashSlots.NONE,
        HashSlots.NONE,
        Set.of(reachable));
  }
}
