package dev.storefront.usertag.segment;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Lists;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.bitmap.Bitmap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.HashOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

/** Segments of the size that counts, beside those of the service that the test runs in. */
class SegmentStoreTest extends ServiceTest {

  private static final SegmentLayout LAYOUT = new SegmentLayout(1 << 19);

  /** Nobody else's. */
  private static final int SEGMENT = 1_000_003;

  private static final long FIRST = LAYOUT.ordinalOf(SEGMENT, 0);

  /** Nobody else's either. */
  private static final int OTHER = 1_000_004;

  /** So few marks at a time go through the script. */
  private static final int FEW = 100;

  /** The first ones of the segment, in one test. */
  private static final int ERASED = 50;

  private static final List<Integer> TAGS = List.of(SegmentStore.KNOWN, 1, 2, 127, 128, 99_999);

  @Autowired Namespace namespace;
  @Autowired ScriptRunner scripts;
  @Autowired JdbcClient database;
  @Autowired StringRedisTemplate redis;

  final List<SegmentLost> lost = new ArrayList<>();
  SegmentStore store;
  SegmentBuilds builds;
  Editions editions;
  SegmentKeys keys;

  @BeforeEach
  void build() {
    store = newStore();
    editions = new Editions(namespace, scripts, database, transaction); // nobody's rounds
    builds = new SegmentBuilds(LAYOUT, namespace, scripts, new Random(), editions);
    keys = new SegmentKeys(namespace, SEGMENT);
    builds.begin(SEGMENT).end(List.of(1, 2)); // nothing is left of these
  }

  private SegmentStore newStore() {
    SegmentReplies replies = new SegmentReplies(event -> lost.add((SegmentLost) event));
    SegmentCache cache =
        new SegmentCache(new CacheProperties(DataSize.ofMegabytes(8)), new SimpleMeterRegistry());
    MarkWriter writer = new MarkWriter(LAYOUT, namespace, replies, scripts);
    return new SegmentStore(LAYOUT, database, namespace, replies, cache, writer, scripts);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void changes_of_every_kind_leave_what_a_plain_model_has(long seed) {
    Random random = new Random(seed);
    Map<Integer, TreeSet<Integer>> model = new HashMap<>();
    TreeSet<Integer> known = new TreeSet<>();
    for (int step = 0; step < 60; step++) {
      List<Mark> marks = marks(random, step);
      for (Mark mark : marks) {
        int place = LAYOUT.offsetOf(mark.ordinal());
        known.add(place);
        TreeSet<Integer> users = model.computeIfAbsent(mark.tag(), tag -> new TreeSet<>());
        if (mark.present()) {
          users.add(place);
        } else {
          users.remove(place);
        }
      }
      store.apply(marks);
      if (step % 10 == 9) {
        check(model, known);
      }
    }
    // Built from what holds it is the same.
    SegmentBuild build = builds.begin(SEGMENT);
    for (int place : known) {
      build.add(
          place,
          new TreeSet<>(model.keySet())
              .stream().filter(t -> model.get(t).contains(place)).mapToInt(t -> t).toArray());
    }
    build.end(model.keySet());
    check(model, known);
    store.apply(marks(random, 0).stream().map(m -> new Mark(m.ordinal(), 1, false)).toList());
  }

  /** Single users anywhere, runs that grow, meet and break, and whole stretches taken away. */
  private static List<Mark> marks(Random random, int step) {
    int kind = random.nextInt(4);
    int tag = new int[] {1, 2, 127, 128, 99_999}[random.nextInt(5)];
    boolean present = kind == 3 ? step % 3 == 0 : random.nextInt(4) > 0;
    int at = random.nextInt(kind == 0 ? 1 << 19 : 70_000);
    return switch (kind) {
      case 0 ->
          IntStream.range(0, 40)
              .mapToObj(i -> new Mark(FIRST + random.nextInt(1 << 19), tag, present))
              .toList();
      case 1 ->
          IntStream.range(0, 300).mapToObj(i -> new Mark(FIRST + at + i, tag, present)).toList();
      case 2 ->
          IntStream.range(0, 300)
              .mapToObj(
                  i -> new Mark(FIRST + 65_400 + random.nextInt(300), tag, random.nextBoolean()))
              .toList();
      default ->
          IntStream.range(0, 600).mapToObj(i -> new Mark(FIRST + 2 * i, tag, present)).toList();
    };
  }

  private void check(Map<Integer, TreeSet<Integer>> model, TreeSet<Integer> known) {
    List<Integer> tags = List.copyOf(model.keySet());
    List<Bitmap> users = store.read(SEGMENT, tags, true);
    for (int i = 0; i < tags.size(); i++) {
      assertThat(users.get(i).positions())
          .as("users with tag %d", tags.get(i))
          .containsExactly(model.get(tags.get(i)).stream().mapToInt(p -> p).toArray());
    }
    assertThat(users.get(tags.size()).positions())
        .containsExactly(known.stream().mapToInt(p -> p).toArray());
    known.stream()
        .filter(place -> place % 37 == 0)
        .forEach(
            place ->
                assertThat(store.tagsOf(FIRST + place))
                    .containsExactlyInAnyOrderElementsOf(
                        tags.stream().filter(tag -> model.get(tag).contains(place)).toList()));
  }

  /** By parts that are read, changed and put back; and mark by mark in the script. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void many_marks_at_once_leave_what_the_same_ones_leave_that_come_by_and_by(long seed) {
    builds.begin(OTHER).end(List.of(1, 2));
    for (int place = 0; place < ERASED; place++) {
      store.apply(List.of(new Mark(FIRST + place, SegmentStore.KNOWN, false)));
      store.apply(List.of(new Mark(inOther(FIRST + place), SegmentStore.KNOWN, false)));
    }
    Random random = new Random(seed);
    for (int step = 0; step < 30; step++) {
      List<Mark> marks = many(random);
      long atOnce = store.apply(marks);
      long byAndBy = 0;
      for (List<Mark> few : Lists.partition(marks, FEW)) {
        byAndBy +=
            store.apply(
                few.stream()
                    .map(m -> new Mark(inOther(m.ordinal()), m.tag(), m.present()))
                    .toList());
      }
      assertThat(atOnce).as("changed in step %d", step).isEqualTo(byAndBy);
      assertThat(stored(SEGMENT)).as("after step %d", step).isEqualTo(stored(OTHER));
    }
  }

  /** But for what tells of buildings, changes and encodings, of which each way has its own. */
  private Map<String, String> stored(int segment) {
    SegmentKeys at = new SegmentKeys(namespace, segment);
    HashOperations<String, String, byte[]> hashes = bytes(redis).opsForHash();
    Map<String, String> all = new TreeMap<>();
    hashes
        .entries(at.tags())
        .forEach((n, block) -> all.put("block " + n, hex(block, 0, block.length)));
    byte[] blocks = requireNonNull(hashes.get(at.sets(), "b"));
    all.put("blocks", hex(blocks, 0, blocks.length));
    List<Integer> sets = new ArrayList<>(TAGS);
    sets.add(SegmentStore.ERASED);
    for (StoredSets.Stored set : store.changes(segment, StoredSets.NONE, sets).sets()) {
      byte[] entry = hashes.get(at.sets(), Integer.toString(set.tag()));
      all.put("counts of " + set.tag(), entry == null ? "none" : hex(entry, 1, 7)); // users, runs
      all.put("users of " + set.tag(), Arrays.toString(store.places(segment, set)));
    }
    return all;
  }

  private static String hex(byte[] bytes, int from, int to) {
    return HexFormat.of().formatHex(bytes, from, to);
  }

  private static long inOther(long ordinal) {
    return ordinal - FIRST + LAYOUT.ordinalOf(OTHER, 0);
  }

  /** Of one or two tags, each user and tag once; nobody who was erased gets one. */
  private static List<Mark> many(Random random) {
    int from = random.nextInt(2) == 0 ? 0 : random.nextInt(66_000);
    int apart = 1 + random.nextInt(3) * random.nextInt(40);
    int tags = 1 + random.nextInt(2);
    int first = random.nextInt(TAGS.size() - tags + 1);
    boolean isMixed = random.nextBoolean();
    boolean present = random.nextInt(3) > 0;
    List<Mark> marks = new ArrayList<>();
    int count = 250 * tags + random.nextInt(900);
    for (int i = 0; i < count; i++) {
      int place = from + apart * i;
      int tag = TAGS.get(first + i % tags);
      boolean given = isMixed ? random.nextBoolean() : present;
      if (place >= ERASED) {
        marks.add(new Mark(FIRST + place, tag, tag == SegmentStore.KNOWN || given));
      } else if (tag != SegmentStore.KNOWN) {
        marks.add(new Mark(FIRST + place, tag, false));
      }
    }
    return marks;
  }

  @Test
  void sets_become_what_is_shortest_and_go_back() {
    store.apply(IntStream.range(0, 2000).mapToObj(i -> mark(i * 200, true)).toList());
    assertThat(redis.hasKey(keys.plain(1))).isFalse();
    assertThat(redis.opsForHash().hasKey(keys.packed(), "1")).isTrue();
    store.apply(IntStream.range(0, 10_000).mapToObj(i -> mark(i * 2, true)).toList());
    store.apply(
        IntStream.range(0, 10_000)
            .mapToObj(i -> mark(i * 200, false))
            .filter(m -> m.ordinal() >= FIRST + 20_000 && m.ordinal() < FIRST + 400_000)
            .toList());
    assertThat(redis.hasKey(keys.plain(1))).isTrue();
    assertThat(redis.opsForHash().hasKey(keys.packed(), "1")).isFalse();
    store.apply(IntStream.range(0, 10_000).mapToObj(i -> mark(i * 2 + 1, true)).toList());
    assertThat(redis.hasKey(keys.plain(1))).isFalse();
    assertThat(store.read(SEGMENT, List.of(1), false).get(0).positions())
        .containsExactly(IntStream.range(0, 20_000).toArray());
  }

  @Test
  void a_call_that_is_carried_out_late_changes_nothing_once_another_one_superseded_it() {
    store.apply(List.of(mark(3, true)));
    ScriptCall late = MarkScript.call(LAYOUT, keys, List.of(mark(3, true)), pass(), pass());
    ScriptCall alsoLate = MarkScript.call(LAYOUT, keys, List.of(mark(4, true)), pass(), "mine");

    assertThat(store.supersede(List.of(mark(3, false)))).isEqualTo(1);

    assertThat(ScriptRunner.await(scripts.list(late)).get(0)).isEqualTo(-3L);
    assertThat(ScriptRunner.await(scripts.list(alsoLate)).get(0)).isEqualTo(-3L);
    assertThat(read(1).positions()).isEmpty();
    assertThat(store.tagsOf(FIRST + 3)).isEmpty();
  }

  @Test
  void many_marks_that_are_carried_out_late_change_nothing_once_anything_was_changed() {
    store.apply(List.of(mark(3, true)));
    PartMarks overtaken = read(List.of(mark(3, true), mark(4, true)));
    PartMarks superseded = read(List.of(mark(3, true), mark(4, true)));
    store.apply(List.of(mark(3, false)));
    assertThat(ScriptRunner.await(scripts.integer(overtaken.write(null)))).isEqualTo(-4);
    store.supersede(List.of(mark(3, false)));
    assertThat(ScriptRunner.await(scripts.integer(superseded.write(null)))).isEqualTo(-3);
    assertThat(read(1).positions()).isEmpty();

    PartMarks inTime = read(List.of(mark(5, true)));
    assertThat(ScriptRunner.await(scripts.integer(inTime.write("mine")))).isEqualTo(1);
    assertThat(ScriptRunner.await(scripts.integer(inTime.write("mine")))).isEqualTo(-3);
    assertThat(pass()).isEqualTo("mine");
    assertThat(read(1).positions()).containsExactly(5);
  }

  /** What a call for many marks does before it writes. */
  private PartMarks read(List<Mark> marks) {
    PartMarks part = new PartMarks(LAYOUT, keys, List.of(marks));
    assertThat(part.make(ScriptRunner.await(scripts.list(part.read())))).isTrue();
    return part;
  }

  @Test
  void many_marks_and_single_ones_at_the_same_time_are_all_made() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(3);
    try {
      List<Future<Long>> written = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        int first = writer;
        SegmentStore own = newStore();
        written.add(
            writers.submit(
                () ->
                    own.apply(
                        IntStream.range(0, 4000)
                            .mapToObj(i -> mark(2 * i + first, true))
                            .toList())));
      }
      written.add(
          writers.submit(
              () ->
                  IntStream.range(0, 200)
                      .mapToLong(i -> store.apply(List.of(new Mark(FIRST + i, 2, true))))
                      .sum()));
      assertThat(written.get(0).get() + written.get(1).get()).isEqualTo(8000);
      assertThat(written.get(2).get()).isEqualTo(200);
    } finally {
      writers.shutdownNow();
    }
    assertThat(read(1).positions()).containsExactly(IntStream.range(0, 8000).toArray());
    assertThat(store.tagsOf(FIRST + 199)).containsExactlyInAnyOrder(1, 2);
    assertThat(store.tagsOf(FIRST + 200)).containsExactly(1);
  }

  @Test
  void of_many_marks_none_brings_somebody_back_who_was_erased() {
    store.apply(List.of(mark(3, false), new Mark(FIRST + 3, SegmentStore.KNOWN, false)));
    store.apply(IntStream.range(0, 300).mapToObj(i -> mark(i, false)).toList());
    assertThat(positions(SegmentStore.KNOWN).get(0)).hasSize(299).doesNotContain(3);
    assertRebuilding(
        () -> store.apply(IntStream.range(0, 300).mapToObj(i -> mark(i, true)).toList()));
    assertThat(read(1).positions()).isEmpty();
  }

  @Test
  void one_that_came_before_the_other_is_put_right_by_that() {
    store.apply(List.of(mark(3, true)));
    ScriptCall inTime = MarkScript.call(LAYOUT, keys, List.of(mark(4, true)), pass(), pass());
    ScriptRunner.await(scripts.list(inTime));
    assertThat(store.supersede(List.of(mark(4, false)))).isEqualTo(1);
    assertThat(read(1).positions()).containsExactly(3);
  }

  @Test
  void whoever_does_not_know_the_pass_any_more_learns_it_and_goes_on() {
    SegmentStore other = newStore();
    other.apply(List.of(mark(1, true)));
    for (int place = 10; place < 20; place++) {
      assertThat(store.supersede(List.of(mark(place, true)))).isEqualTo(1);
      assertThat(other.apply(List.of(mark(100 + place, true)))).isEqualTo(1);
    }
    int[] many = IntStream.range(1000, 1600).toArray();
    assertThat(other.supersede(Arrays.stream(many).mapToObj(i -> mark(i, true)).toList()))
        .as("several calls")
        .isEqualTo(600);
    assertThat(store.apply(List.of(mark(1, false)))).isEqualTo(1);
    assertThat(read(1).cardinality()).isEqualTo(620);
  }

  @Test
  void what_was_sent_before_a_segment_was_built_anew_is_refused() {
    store.apply(List.of(mark(3, true)));
    ScriptCall late = MarkScript.call(LAYOUT, keys, List.of(mark(3, true)), pass(), pass());
    builds.begin(SEGMENT).end(List.of(1, 2));
    assertThat(ScriptRunner.await(scripts.list(late)).get(0)).isEqualTo(-3L);
    assertThat(store.apply(List.of(mark(5, true)))).isEqualTo(1);
    assertThat(read(1).positions()).containsExactly(5);
  }

  @Test
  void a_segment_of_the_version_before_which_has_no_pass_is_changed_and_gets_one() {
    redis.opsForHash().delete(keys.sets(), "f");
    store.apply(List.of(mark(3, true)));
    store.supersede(List.of(mark(4, true)));
    assertThat(pass()).isNotEmpty();
    assertThat(read(1).positions()).containsExactly(3, 4);
  }

  private String pass() {
    return (String) redis.opsForHash().get(keys.sets(), "f");
  }

  private static Mark mark(int place, boolean present) {
    return new Mark(FIRST + place, 1, present);
  }

  @Test
  void a_set_that_has_not_changed_is_not_fetched_again_and_one_that_has_is() {
    store.apply(List.of(mark(3, true), new Mark(FIRST + 4, 2, true)));
    Bitmap first = read(1);
    assertThat(read(1)).isSameAs(first);
    store.apply(List.of(new Mark(FIRST + 5, 2, true)));
    assertThat(read(1)).isSameAs(first);
    assertThat(read(2).positions()).containsExactly(4, 5);
    store.apply(List.of(mark(5, true)));
    assertThat(read(1).positions()).containsExactly(3, 5);
    store.apply(List.of(mark(3, false), mark(5, false)));
    assertThat(read(1).positions()).isEmpty();
    // Of another building no version says anything.
    builds.begin(SEGMENT).end(List.of(1, 2));
    assertThat(read(2).positions()).isEmpty();
  }

  @Test
  void a_set_with_another_number_of_users_than_its_index_says_is_lost_and_not_believed() {
    store.apply(List.of(mark(3, true), mark(4, true)));
    redis.opsForValue().setBit(keys.plain(1), 5, true);
    for (Runnable read :
        List.<Runnable>of(
            () -> read(1), () -> store.wholeChanges(SEGMENT, StoredSets.NONE, List.of(1)))) {
      assertThatThrownBy(read::run)
          .isInstanceOfSatisfying(
              ProblemException.class,
              lost -> assertThat(lost.problem().code()).isEqualTo("rebuilding"));
    }
    redis.opsForValue().setBit(keys.plain(1), 5, false);
    assertThat(read(1).positions()).containsExactly(3, 4);
  }

  private Bitmap read(int tag) {
    return store.read(SEGMENT, List.of(tag), false).get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sets", "packed", "tags", "plain", "known"})
  void a_key_that_somebody_deletes_is_missed_and_never_taken_for_nobody(String key) {
    store.apply(IntStream.range(0, 500).mapToObj(i -> mark(i * 1000, true)).toList());
    store.apply(List.of(new Mark(FIRST + 3, 2, true), new Mark(FIRST + 1, 2, true)));
    redis.delete(
        switch (key) {
          case "sets" -> keys.sets();
          case "packed" -> keys.packed();
          case "tags" -> keys.tags();
          case "plain" -> keys.plain(2);
          default -> keys.plain(SegmentStore.KNOWN);
        });
    if (key.equals("tags")) {
      assertRebuilding(() -> store.tagsOf(FIRST + 3));
    } else if (!key.equals("known")) {
      assertRebuilding(() -> read(key.equals("packed") ? 1 : 2));
    }
    if (redis.hasKey(keys.plain(SegmentStore.KNOWN)) || !key.equals("known")) {
      assertRebuilding(() -> store.apply(List.of(mark(3, true), new Mark(FIRST + 1, 2, false))));
      assertThat(lost).extracting(SegmentLost::segment).contains(SEGMENT);
    }
  }

  private static void assertRebuilding(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ProblemException.class,
            problem -> assertThat(problem.problem().code()).isEqualTo("rebuilding"));
  }

  @Test
  void a_call_that_is_carried_out_late_brings_nobody_back_who_was_erased() {
    store.apply(List.of(mark(3, true), mark(5, true)));
    store.apply(List.of(mark(3, false), new Mark(FIRST + 3, SegmentStore.KNOWN, false)));
    assertRebuilding(() -> store.apply(List.of(mark(5, false), mark(3, true))));
    store.apply(List.of(mark(3, false)));
    assertThat(positions(1, SegmentStore.KNOWN)).containsExactly(List.of(5), List.of(5));
    assertThat(store.tagsOf(FIRST + 3)).isEmpty();

    SegmentBuild build = builds.begin(SEGMENT);
    build.add(5, new int[] {1});
    build.erasedUpTo(8);
    build.end(List.of(1));
    assertRebuilding(() -> store.apply(List.of(mark(3, true))));
    assertRebuilding(() -> store.apply(List.of(mark(7, true))));
    store.apply(List.of(mark(8, true)));
    assertThat(positions(1, SegmentStore.KNOWN)).containsExactly(List.of(5, 8), List.of(5, 8));
  }

  private List<List<Integer>> positions(Integer... sets) {
    return store.read(SEGMENT, List.of(sets), false).stream()
        .limit(sets.length)
        .map(users -> Arrays.stream(users.positions()).boxed().toList())
        .toList();
  }

  @Test
  void a_segment_that_is_being_built_answers_nothing_and_of_two_builders_one_waits() {
    SegmentBuild build = builds.begin(SEGMENT);
    assertRebuilding(() -> read(1));
    assertRebuilding(() -> store.apply(List.of(mark(3, true))));
    assertThatThrownBy(() -> builds.begin(SEGMENT)).hasMessageContaining("redis");
    build.add(9, new int[] {1, 70_000});
    build.end(List.of(1));
    assertThat(read(1).positions()).containsExactly(9);
    assertThat(store.tagsOf(FIRST + 9)).containsExactlyInAnyOrder(1, 70_000);
  }

  @Test
  void every_block_of_a_segment_can_have_a_user_with_few_tags() {
    int[] places = IntStream.range(0, LAYOUT.segmentBits() / 64).map(i -> 64 * i + 5).toArray();
    SegmentBuild build = builds.begin(SEGMENT);
    for (int place : places) {
      build.add(place, new int[] {1});
    }
    build.end(List.of(1));
    assertThat(read(1).positions()).containsExactly(places);
    assertThat(store.tagsOf(FIRST + places[places.length - 1])).containsExactly(1);
  }

  @Test
  void a_builder_of_users_without_tags_is_heard_of_as_well() {
    SegmentBuild build = builds.begin(SEGMENT);
    redis.opsForHash().put(keys.sets(), "p", "0");
    for (int place = 0; place < 10_000; place++) {
      build.add(place, new int[0]);
    }
    assertThat(redis.opsForHash().get(keys.sets(), "p")).isNotEqualTo("0");
    build.end(List.of());
  }

  @Test
  void a_building_of_which_a_part_is_lost_is_not_believed() {
    SegmentBuild build = builds.begin(SEGMENT);
    build.add(9, new int[] {1});
    redis.delete(keys.sets());
    assertThatThrownBy(() -> build.end(List.of(1))).hasMessageContaining("redis");
    assertRebuilding(() -> read(1));
  }

  @Test
  void an_edition_is_confirmed_as_long_as_it_is_the_segment_s() {
    Edition first = told();
    assertThat(first.isConfirmed()).isFalse();
    confirm(first);
    assertThat(told()).isEqualTo(told()).extracting(Edition::isConfirmed).isEqualTo(true);

    editions.change(IntStream.of(SEGMENT));
    Edition second = told();
    confirm(first); // late
    assertThat(told()).isEqualTo(second).extracting(Edition::isConfirmed).isEqualTo(false);
    confirm(second);
    assertThat(told().isConfirmed()).isTrue();

    builds.begin(SEGMENT).end(List.of());
    confirm(first); // of another building, whose number is the same
    assertThat(told().isConfirmed()).isFalse();
  }

  @Test
  void a_segment_that_is_not_built_needs_no_other_edition() {
    SegmentBuild build = builds.begin(SEGMENT);
    int never = OTHER + 100;
    editions.change(IntStream.of(SEGMENT, never));
    assertThat(redis.hasKey(new SegmentKeys(namespace, never).sets())).isFalse();
    build.end(List.of());
    assertThat(told().isConfirmed()).isFalse();
  }

  /** What single users and whole sets are read with is the same. */
  private Edition told() {
    List<Edition> seen = new ArrayList<>();
    store.tagsOf(FIRST, seen::add);
    assertThat(ScriptRunner.await(store.read(SEGMENT, List.of(1, 2), true, seen::add)).get())
        .hasSize(3);
    assertThat(seen).hasSize(2).allMatch(seen.get(0)::equals);
    return seen.get(0);
  }

  private void confirm(Edition edition) {
    editions.confirmSoon(edition);
    editions.confirm();
  }
}
