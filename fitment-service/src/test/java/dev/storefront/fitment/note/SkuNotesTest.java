package dev.storefront.fitment.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.fitment.FitmentServiceTest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How many notes an answer tells. SKUs 8350000-8359999 are this class's. */
@FitmentServiceTest
class SkuNotesTest {

  private static final int[] OFFSETS = {11, 12};

  @Autowired SkuNotes notes;
  @Autowired JdbcClient db;

  @Test
  void however_many_SKUs_have_many_notes_some_of_each_are_told() {
    List<Long> skus = LongStream.range(8_350_000, 8_350_251).boxed().toList();
    save(skus, sku -> general(200, "look"));

    Map<Long, VehicleNotes> found = notes.of(asked(skus), OFFSETS);

    assertThat(found).hasSize(251);
    assertThat(found.values())
        .allSatisfy(
            of -> {
              assertThat(of.leftOut()).isTrue();
              assertThat(of.byVehicle()).hasSize(2);
              assertThat(of.byVehicle())
                  .allSatisfy(
                      list ->
                          assertThat(list)
                              .extracting(FitmentNote::quantity)
                              .containsExactlyElementsOf(
                                  IntStream.rangeClosed(1, 20).boxed().toList()));
            });
  }

  @Test
  void the_notes_on_one_vehicle_take_no_room_from_those_on_another() {
    List<NewNote> some =
        IntStream.rangeClosed(1, 30)
            .mapToObj(n -> new NewNote(note(n, "first"), new int[] {OFFSETS[0]}))
            .collect(Collectors.toList());
    some.add(new NewNote(note(31, "second"), new int[] {OFFSETS[1]}));
    save(List.of(8_351_000L), sku -> some);

    VehicleNotes both = answer(new NoteQuestion(8_351_000, new boolean[] {true, true}, 1));
    assertThat(both.byVehicle().get(0)).hasSize(20);
    assertThat(both.byVehicle().get(1)).containsExactly(note(31, "second"));
    assertThat(both.leftOut()).isTrue();

    VehicleNotes second = answer(new NoteQuestion(8_351_000, new boolean[] {false, true}, 1));
    assertThat(second.byVehicle().get(0)).isEmpty();
    assertThat(second.byVehicle().get(1)).containsExactly(note(31, "second"));
    assertThat(second.leftOut()).isFalse();
  }

  @Test
  void an_answer_has_a_bound_and_says_of_which_SKUs_there_is_more() {
    List<Long> skus = LongStream.range(8_352_000, 8_352_040).boxed().toList();
    save(skus, sku -> general(20, "t".repeat(2_000)));

    Map<Long, VehicleNotes> found = notes.of(asked(skus), OFFSETS);

    assertThat(characters(found.values().stream().toList()))
        .isBetween(1_900_000L, (long) NoteChoice.MOST_CHARACTERS);
    assertThat(found.get(8_352_000L).leftOut()).isFalse();
    assertThat(found.get(8_352_000L).byVehicle().get(1)).hasSize(20);
    assertThat(found.get(8_352_039L).leftOut()).isTrue();
  }

  @Test
  void what_is_told_several_times_counts_as_often() {
    save(List.of(8_353_000L), sku -> general(20, "t".repeat(2_000)));

    VehicleNotes found = answer(new NoteQuestion(8_353_000, new boolean[] {true, true}, 100));

    assertThat(100 * characters(List.of(found)))
        .isBetween(1_500_000L, (long) NoteChoice.MOST_CHARACTERS);
    assertThat(found.leftOut()).isTrue();
  }

  @Test
  void the_notes_of_a_SKU_are_about_any_number_of_vehicles_and_all_go() {
    int[] everySecond = IntStream.range(0, 12_001).map(i -> 10 + 2 * i).toArray();
    List<NewNote> some =
        IntStream.rangeClosed(1, 2).mapToObj(n -> new NewNote(note(n, ""), everySecond)).toList();
    List<Long> skus = List.of(8_354_000L, 8_354_001L);
    save(skus, sku -> some);
    save(List.of(8_354_002L), sku -> general(1, "other"));

    assertThat(notes.of(asked(skus), new int[] {24_010, 24_011}).values())
        .hasSize(2)
        .allSatisfy(of -> assertThat(of.byVehicle()).extracting(List::size).containsExactly(2, 0));

    save(skus, sku -> List.of());
    assertThat(ranges(8_354_000)).isZero();
    assertThat(ranges(8_354_001)).isZero();
    assertThat(ranges(8_354_002)).isOne();
  }

  private int ranges(long sku) {
    return db.sql("SELECT COUNT(*) FROM sku_note_range WHERE sku_id = ?")
        .param(sku)
        .query(Integer.class)
        .single();
  }

  private VehicleNotes answer(NoteQuestion question) {
    return notes.of(List.of(question), OFFSETS).get(question.skuId());
  }

  private void save(List<Long> skus, Function<Long, List<NewNote>> some) {
    notes.replace(skus.stream().collect(Collectors.toMap(Function.identity(), some)));
  }

  /** About every vehicle; their quantities number them. */
  private static List<NewNote> general(int count, String text) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(n -> new NewNote(note(n, text), new int[0]))
        .toList();
  }

  private static FitmentNote note(int quantity, String text) {
    return new FitmentNote("", "", quantity, text);
  }

  private static List<NoteQuestion> asked(List<Long> skus) {
    return skus.stream().map(sku -> new NoteQuestion(sku, new boolean[] {true, true}, 1)).toList();
  }

  private static long characters(List<VehicleNotes> answers) {
    return answers.stream()
        .flatMap(of -> of.byVehicle().stream())
        .flatMap(List::stream)
        .mapToLong(note -> note.text().length())
        .sum();
  }
}
