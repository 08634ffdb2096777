package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.tag.Ground;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;

class FormulaTest {

  @Example
  void a_formula_is_read_as_it_was_written() {
    Formula formula = formula("a AND (b OR NOT (c AND a)) AND NOT c");
    assertThat(formula.text()).isEqualTo("&3 7 |2 12 ! &2 300 7 ! 300");
    assertThat(Formula.parse(formula.text())).isEqualTo(formula);
    assertThat(formula.tags()).containsExactly(7, 12, 300);
    assertThat(formula("b").text()).isEqualTo("12");
  }

  @Example
  void it_holds_as_its_expression_does() {
    Formula formula = formula("a AND (b OR NOT c)");
    assertThat(formula.holds(1, List.of(7)::contains)).isTrue();
    assertThat(formula.holds(1, List.of(7, 300)::contains)).isFalse();
    assertThat(formula.holds(1, List.of(7, 12, 300)::contains)).isTrue();
    assertThat(formula.holds(1, List.of()::contains)).isFalse();
    assertThat(formula("NOT a").holds(1, List.of()::contains)).isTrue();
    assertThat(formula("NOT a").mayHoldWithoutTags()).isTrue();
    assertThat(formula("a").mayHoldWithoutTags()).isFalse();
  }

  @Example
  void a_share_is_part_of_it() {
    Formula formula = formula("a AND NOT SPLIT(spring, 2, 50, 30, 20)");
    assertThat(formula.text()).isEqualTo("&2 7 ! %spring:2:50,30,20");
    Formula read = Formula.parse(formula.text());
    assertThat(read).isEqualTo(formula);
    assertThat(read.tags()).containsExactly(7);
    Share share = new Share("spring", 2, List.of(50, 30, 20));
    for (long ordinal = 1; ordinal < 50; ordinal++) {
      assertThat(read.holds(ordinal, List.of(7)::contains)).isEqualTo(!share.has(ordinal));
    }
    assertThat(formula("SPLIT(x, 1, 1)").mayHoldWithoutTags()).isTrue();
    assertThat(formula("a AND SPLIT(x, 1, 1)").mayHoldWithoutTags()).isTrue();
  }

  private static Formula formula(String text) {
    Expression expression = ExpressionParser.parse(text);
    Map<String, Integer> numbers = Map.of("a", 7, "b", 12, "c", 300);
    return Formula.of(new Question(List.of(expression), new Ground(numbers, 0, 0)));
  }
}
