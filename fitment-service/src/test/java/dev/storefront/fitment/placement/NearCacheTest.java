package dev.storefront.fitment.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.switches.Switches;
import dev.storefront.fitment.bitmap.BitPosition;
import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.bitmap.SegmentRow;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class NearCacheTest {

  private static final Shelf SHELF = new Shelf(Group.self(100), 0);
  private static final long SKU = 11;
  private static final int FITS = 7;
  private static final int FITS_NOT = 8;
  private static final int FITS_TOO = 60_000;
  private static final int NOBODY_FITS = 110_000;

  // Such a clock begins anywhere, and overflows.
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final NearCache cache =
      new NearCache(
          new NearCacheProperties(DataSize.ofMegabytes(1), Duration.ofSeconds(5)),
          new Switches(),
          meters,
          now::get);

  @Test
  void what_was_read_answers_until_it_is_too_old() {
    read(1, FITS);
    assertThat(answer(FITS)).isEqualTo("1");
    assertThat(answer(FITS_NOT)).isEqualTo("0");
    pass(3_749);
    assertThat(answer(FITS, FITS_NOT, FITS)).isEqualTo("101");
    pass(1_251);
    assertThat(answer(FITS)).isEqualTo("none");
  }

  @Test
  void what_was_read_at_once_is_not_forgotten_at_once() {
    List<Shelf> shelves =
        IntStream.range(0, 400).mapToObj(i -> new Shelf(Group.self(i), 0)).toList();
    shelves.forEach(shelf -> cache.keep(cache.beginReading(shelf), part(1, FITS)));
    pass(3_749);
    assertThat(shelves).allMatch(this::answers);
    pass(625);
    assertThat(shelves.stream().filter(this::answers).count()).isBetween(100L, 300L);
    pass(626);
    assertThat(shelves).noneMatch(this::answers);
  }

  @Test
  void it_is_as_old_as_the_beginning_of_its_reading() {
    NearCache.Reading slow = cache.beginReading(SHELF);
    pass(3_000);
    cache.keep(slow, part(1, FITS));
    pass(749);
    assertThat(answer(FITS)).isEqualTo("1");
    pass(1_251);
    assertThat(answer(FITS)).isEqualTo("none");
  }

  @Test
  void blocks_of_one_revision_come_together_and_stay_young_together() {
    read(1, FITS);
    assertThat(answer(FITS, FITS_TOO)).isEqualTo("none");
    pass(4_000);
    read(1, FITS_TOO);
    pass(3_700);
    assertThat(answer(FITS, FITS_TOO, FITS_TOO - 1)).isEqualTo("110");
    read(2, FITS_TOO);
    assertThat(answer(FITS)).isEqualTo("none");
    assertThat(answer(FITS_TOO)).isEqualTo("1");
  }

  @Test
  void what_is_too_old_is_as_good_as_new_once_its_revision_is_seen_again_but_not_for_ever() {
    read(1, FITS);
    for (int renewals = 0; renewals < 8; renewals++) {
      pass(5_000);
      assertThat(answer(FITS)).isEqualTo("none");
      read(1, FITS_TOO);
      assertThat(answer(FITS, FITS_TOO)).isEqualTo("11");
    }
    pass(20_000);
    read(1, FITS_TOO);
    assertThat(answer(FITS_TOO)).isEqualTo("1");
    assertThat(answer(FITS)).isEqualTo("none");
  }

  @Test
  void what_was_read_at_once_does_not_go_at_once_either() {
    List<Shelf> shelves =
        IntStream.range(0, 400).mapToObj(i -> new Shelf(Group.self(i), 0)).toList();
    shelves.forEach(shelf -> cache.keep(cache.beginReading(shelf), part(1, FITS)));
    pass(44_000);
    assertThat(known(shelves)).isEqualTo(400);
    pass(8_500);
    assertThat(known(shelves)).isBetween(100L, 300L);
    pass(7_501);
    assertThat(known(shelves)).isZero();
  }

  /** Of how many another block, read now, makes the first one as good as new. */
  private long known(List<Shelf> shelves) {
    shelves.forEach(shelf -> cache.keep(cache.beginReading(shelf), part(1, FITS_TOO)));
    return shelves.stream().filter(this::answers).count();
  }

  @Test
  void a_segment_without_vehicles_needs_no_block() {
    read(1, FITS);
    assertThat(answer(FITS, NOBODY_FITS)).isEqualTo("10");
  }

  @Test
  void a_change_drops_what_is_older_and_nothing_else() {
    read(3, FITS);
    cache.changed(SHELF, 2);
    cache.changed(SHELF, 3);
    cache.changed(new Shelf(SHELF.group(), 1), 9);
    cache.changed(new Shelf(Group.pop(100, 1L), 0), 9);
    assertThat(answer(FITS)).isEqualTo("1");
    cache.changed(SHELF, 4);
    assertThat(answer(FITS)).isEqualTo("none");
  }

  @Test
  void what_was_under_way_during_a_change_is_kept_only_if_it_is_as_new() {
    NearCache.Reading before = cache.beginReading(SHELF);
    cache.changed(SHELF, 2);
    cache.changed(SHELF, 1);
    cache.keep(before, part(1, FITS));
    assertThat(answer(FITS)).isEqualTo("none");
    NearCache.Reading after = cache.beginReading(SHELF);
    cache.changed(SHELF, 3);
    cache.keep(after, part(3, FITS));
    assertThat(answer(FITS)).isEqualTo("1");
  }

  @Test
  void what_was_read_before_the_change_got_to_redis_is_not_kept() {
    cache.changed(SHELF, 2);
    read(1, FITS);
    assertThat(answer(FITS)).isEqualTo("none");
    read(2, FITS);
    assertThat(answer(FITS)).isEqualTo("1");
  }

  @Test
  void a_reading_that_came_late_does_not_replace_a_newer_one() {
    NearCache.Reading late = cache.beginReading(SHELF);
    read(2, FITS);
    cache.keep(late, part(1, FITS_TOO));
    assertThat(answer(FITS)).isEqualTo("1");
    assertThat(answer(FITS_TOO)).isEqualTo("none");
  }

  @Test
  void a_sku_that_is_not_where_it_is_looked_for_is_asked_of_redis() {
    read(1, FITS);
    assertThat(cache.answer(SHELF, ShelfQuestion.of(FITS), List.of(SKU, SKU + 1))).isNull();
  }

  @Test
  void a_change_counts_even_if_many_others_follow_before_the_reading_ends() {
    NearCache.Reading slow = cache.beginReading(SHELF);
    cache.changed(SHELF, 2);
    for (int i = 1; i <= 200_000; i++) {
      cache.changed(new Shelf(Group.self(1_000 + i), 0), 1);
    }
    cache.changed(SHELF, 1);
    cache.keep(slow, part(1, FITS));
    assertThat(answer(FITS)).isEqualTo("none");
  }

  @Test
  void it_keeps_to_its_size() {
    ShelfPart part = part(1, FITS);
    for (int i = 0; i < 20_000; i++) {
      Shelf shelf = new Shelf(Group.self(i), 0);
      cache.keep(cache.beginReading(shelf), part);
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(meters.get("storefront.near.cache.bytes").gauge().value())
                    .isBetween(500_000.0, 1_048_576.0));
  }

  @Test
  void it_counts_what_it_answers_and_what_not() {
    read(1, FITS);
    answer(FITS);
    answer(FITS, FITS_TOO);
    assertThat(gets("hit")).isEqualTo(1);
    assertThat(gets("miss")).isEqualTo(1);
  }

  private double gets(String result) {
    return meters.get("storefront.near.cache.gets").tag("result", result).counter().count();
  }

  private void pass(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Reads of the shelf the block in which a vehicle lies. */
  private void read(long revision, int offset) {
    cache.keep(cache.beginReading(SHELF), part(revision, offset));
  }

  /** The shelf has one SKU, which fits one vehicle in each of two segments. */
  private static ShelfPart part(long revision, int offset) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    List<Object> reply = new ArrayList<>();
    head.writeBytes((revision + ";,").getBytes(US_ASCII));
    for (int fits : new int[] {FITS, FITS_TOO}) {
      BitPosition position = BitPosition.of(fits);
      BitSet bits = new BitSet();
      bits.set(position.bit());
      EncodedSegment segment = EncodedSegment.of(List.of(new SegmentRow(0, bits.toLongArray())));
      head.writeBytes("%d=%d,".formatted(position.segment(), segment.width()).getBytes(US_ASCII));
      if (position.segment() == BitPosition.of(offset).segment()) {
        reply.add(segment.blocks().get(BitPosition.of(offset).bit() / segment.width()));
      }
    }
    head.write(';');
    head.writeBytes(ShelfDirectory.write(List.of(new ShelfContents.Member(SKU, 0, false))));
    reply.add(0, head.toByteArray());
    return ShelfPart.read(ShelfQuestion.of(offset), reply);
  }

  private boolean answers(Shelf shelf) {
    return cache.answer(shelf, ShelfQuestion.of(FITS), List.of(SKU)) != null;
  }

  private String answer(int... offsets) {
    ShelfAnswer answer = cache.answer(SHELF, ShelfQuestion.of(offsets), List.of(SKU));
    if (answer == null) {
      return "none";
    }
    StringBuilder digits = new StringBuilder();
    for (boolean fits : Objects.requireNonNull(answer.fits().get(SKU)).fits()) {
      digits.append(fits ? '1' : '0');
    }
    return digits.toString();
  }
}
