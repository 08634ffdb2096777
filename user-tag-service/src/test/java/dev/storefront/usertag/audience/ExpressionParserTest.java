package dev.storefront.usertag.audience;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.storefront.usertag.audience.Expression.And;
import dev.storefront.usertag.audience.Expression.HasTag;
import dev.storefront.usertag.audience.Expression.InAudience;
import dev.storefront.usertag.audience.Expression.InSet;
import dev.storefront.usertag.audience.Expression.Not;
import dev.storefront.usertag.audience.Expression.Or;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionParserTest {

  private static final Expression A = new HasTag("a");
  private static final Expression B = new HasTag("b");
  private static final Expression C = new HasTag("c");

  @Test
  void not_binds_tightest_then_and_then_or() {
    assertThat(parsed("a OR b AND NOT c"))
        .isEqualTo(new Or(List.of(A, new And(List.of(B, new Not(C))))));
    assertThat(parsed("NOT a AND b")).isEqualTo(new And(List.of(new Not(A), B)));
    assertThat(parsed("(a OR b) AND c")).isEqualTo(new And(List.of(new Or(List.of(A, B)), C)));
    assertThat(parsed("NOT (a OR NOT NOT b)"))
        .isEqualTo(new Not(new Or(List.of(A, new Not(new Not(B))))));
  }

  @Test
  void an_audience_stands_behind_an_at_sign() {
    assertThat(parsed("@big AND NOT big"))
        .isEqualTo(new And(List.of(new InAudience("big"), new Not(new HasTag("big")))));
    assertThat(parsed("@a OR b AND @c").audienceNames()).containsExactly("a", "c");
  }

  @Test
  void a_list_stands_behind_a_dollar_sign_and_a_share_in_parentheses() {
    UserList staff = new UserList("staff", new long[] {1});
    assertThat(ExpressionParser.parse("$staff AND a", Map.of("staff", staff)))
        .isEqualTo(new And(List.of(new InSet(staff), A)));
    Share share = new Share("spring", 2, List.of(50, 50));
    assertThat(parsed("NOT SPLIT(spring, 2, 50, 50)")).isEqualTo(new Not(new InSet(share)));
    assertThat(parsed("SPLIT ( spring,2,50,50 )").text()).isEqualTo("SPLIT(spring, 2, 50, 50)");
    assertThat(positionOf("SPLIT(s, 1" + ", 1".repeat(101) + ")")).isEqualTo(9);
    assertThat(parsed("SPLIT(s, 100" + ", 1000000".repeat(100) + ")")).isNotNull();
  }

  @Test
  void space_is_needed_only_between_words() {
    assertThat(parsed(" \t\r\n(a)OR(NOT(b))AND c ")).isEqualTo(parsed("a OR NOT b AND c"));
  }

  @Test
  void keywords_are_upper_case_so_lower_case_ones_are_tags() {
    assertThat(parsed("and AND or"))
        .isEqualTo(new And(List.of(new HasTag("and"), new HasTag("or"))));
    assertThat(parsed("not")).isEqualTo(new HasTag("not"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | 0",
        "\"   \" | 3",
        "a b | 2",
        "vip and male | 4",
        "a AND | 5",
        "\"a AND  \" | 7",
        "AND a | 0",
        "a OR OR b | 5",
        "a NOT b | 2",
        "(a | 2",
        "(a OR b | 7",
        "a) | 1",
        "() | 1",
        "NOT | 3",
        "NOT ) | 4",
        "Vip | 0",
        "a AND Vip | 6",
        "ANDa | 0",
        "a ANDb | 2",
        "vipAND lost | 3",
        "vip AND lostOR mac | 12",
        "aNOT b | 1",
        "vipCard | 3",
        "@vipAND lost | 4",
        "SPLIT(sA, 1, 1) | 7",
        "a & b | 2",
        "9a | 0",
        "_a | 0",
        "a AND ü | 6",
        "@ | 1",
        "a AND @ | 7",
        "@Vip | 1",
        "@ a | 1",
        "a @b | 2",
        "@a@b | 2",
        "aü | 1",
        "😀 | 0",
        "a XOR b | 2",
        "a AND 😀 OR b | 6",
        "$ | 1",
        "a AND $nobodys | 6",
        "a, b | 1",
        "SPLIT | 5",
        "SPLIT a | 6",
        "SPLIT() | 6",
        "SPLIT(s) | 7",
        "SPLIT(s, 1) | 9",
        "SPLIT(s, 3, 1, 1) | 9",
        "SPLIT(s, 0, 1) | 9",
        "SPLIT(s, 1, 0) | 12",
        "SPLIT(s, 1, 1000001) | 12",
        "SPLIT(s, 1, 99999999999) | 12",
        "SPLIT(s, 1, 1 | 13",
        "SPLIT(s, 1, 1) a | 15",
        "SPLIT(s, a, 1) | 9"
      })
  void a_syntax_error_is_where_the_offending_character_is(String text, int position) {
    assertThat(positionOf(text)).isEqualTo(position);
  }

  @Test
  void a_name_may_have_64_characters() {
    assertThat(parsed("a".repeat(64))).isEqualTo(new HasTag("a".repeat(64)));
    assertThat(positionOf("b OR " + "a".repeat(65))).isEqualTo(5 + 64);
  }

  @Test
  void an_expression_may_have_4096_characters() {
    String longest = "a" + " OR a".repeat(819);
    assertThat(longest).hasSize(4096);
    assertThat(((Or) parsed(longest)).any()).hasSize(820);
    assertThat(positionOf(longest + " ")).isEqualTo(4096);
  }

  @Test
  void an_expression_may_be_64_deep() {
    assertThat(parsed("(".repeat(32) + "NOT ".repeat(32) + "a" + ")".repeat(32))).isNotNull();
    assertThat(parsed("(a) AND ".repeat(100) + "(a)")).isNotNull();
    assertThat(positionOf("(".repeat(65) + "a" + ")".repeat(65))).isEqualTo(64);
    assertThat(positionOf("NOT ".repeat(1000) + "a")).isEqualTo(64 * 4);
  }

  @Test
  void an_expression_may_have_64_different_tags() {
    String most = IntStream.range(0, 64).mapToObj(i -> "t" + i).collect(Collectors.joining(" OR "));
    assertThat(parsed(most + " OR t0").tagNames()).hasSize(64);
    assertThat(positionOf(most + " OR t64")).isEqualTo(most.length() + 4);
  }

  private static Expression parsed(String text) {
    return ExpressionParser.parse(text);
  }

  private static int positionOf(String text) {
    Refusal refusal =
        catchThrowableOfType(RefusedException.class, () -> ExpressionParser.parse(text)).refusal();
    assertThat(refusal.code()).isEqualTo("invalid-expression");
    return (int) requireNonNull(refusal.members().get("position"));
  }
}
