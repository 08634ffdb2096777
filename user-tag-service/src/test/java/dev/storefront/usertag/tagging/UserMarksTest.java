package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class UserMarksTest {

  record Statement(int tag, boolean present, long changedAt) {}

  @Example
  void bits_of_former_versions_are_read_and_everything_is_later() {
    UserMarks marks = UserMarks.ofBits(new byte[] {0b01101010});
    assertThat(marks.present()).containsExactly(1, 2, 4, 6);
    assertThat(marks.with(2, false, 0).present()).containsExactly(1, 4, 6);
  }

  @Example
  void a_tag_costs_the_same_whatever_its_number() {
    UserMarks marks = UserMarks.EMPTY.with(99_998, true, 1_800_000_000_000L);
    assertThat(marks.bytes()).hasSize(9);
    assertThat(marks.with(99_999, true, UserMarks.LAST_TIME).bytes()).hasSize(16);
  }

  @Example
  void a_statement_that_says_nothing_new_gives_the_same_marks() {
    UserMarks marks = UserMarks.EMPTY.with(9, true, 5);
    assertThat(marks.with(9, true, 5)).isSameAs(marks);
    assertThat(marks.with(9, false, 4)).isSameAs(marks);
    assertThat(marks.with(9, false, 5).has(9)).isFalse();
  }

  @Property
  void the_latest_statement_of_each_tag_holds_however_it_is_written(
      @ForAll("statements") List<Statement> statements) {
    Map<Integer, Statement> expected = new HashMap<>();
    UserMarks marks = UserMarks.EMPTY;
    for (Statement said : statements) {
      expected.merge(
          said.tag(), said, (old, next) -> next.changedAt() >= old.changedAt() ? next : old);
      marks = marks.with(said.tag(), said.present(), said.changedAt());
      marks = UserMarks.of(marks.bytes());
    }
    assertThat(marks.present())
        .containsExactly(
            expected.values().stream()
                .filter(Statement::present)
                .mapToInt(Statement::tag)
                .sorted()
                .toArray());
    for (Statement said : statements) {
      assertThat(marks.changedAt(said.tag())).isEqualTo(expected.get(said.tag()).changedAt());
    }
    assertThat(marks.changedAt(200_000)).isEqualTo(-1);
  }

  @Provide
  Arbitrary<List<Statement>> statements() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 100_000).injectDuplicates(0.5),
            Arbitraries.of(true, false),
            Arbitraries.longs().between(0, UserMarks.LAST_TIME).injectDuplicates(0.3))
        .as(Statement::new)
        .list()
        .ofMaxSize(40);
  }
}
