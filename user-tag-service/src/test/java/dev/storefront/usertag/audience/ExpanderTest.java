package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpanderTest {

  private final Map<String, String> audiences = new HashMap<>();

  @Test
  void an_audience_stands_for_its_expression_with_those_of_the_audiences_in_it() {
    audiences.put("big", "a OR b");
    audiences.put("bigger", "@big AND NOT @big OR c");
    assertThat(expanded("NOT @bigger AND d"))
        .isEqualTo("NOT ((a OR b) AND NOT (a OR b) OR c) AND d");
    assertThat(expanded("a")).isEqualTo("a");
  }

  @Test
  void an_unknown_audience_is_named() {
    audiences.put("big", "a OR @gone");
    assertThat(refused("b AND @big")).isEqualTo(Refusal.unknownAudience("gone"));
  }

  @Test
  void an_audience_cannot_be_part_of_itself() {
    audiences.put("a", "x AND @b");
    audiences.put("b", "y OR NOT @c");
    audiences.put("c", "@a");
    assertThat(refused("z AND @a")).isEqualTo(Refusal.circular(List.of("a", "b", "c", "a")));
    audiences.put("self", "@self");
    assertThat(refused("@self")).isEqualTo(Refusal.circular(List.of("self", "self")));
  }

  @Test
  void audiences_stand_within_each_other_eight_deep() {
    audiences.put("n1", "a");
    IntStream.rangeClosed(2, 200).forEach(i -> audiences.put("n" + i, "@n" + (i - 1)));
    assertThat(expanded("@n8")).isEqualTo("a");
    assertThat(refused("@n9")).isEqualTo(Refusal.tooDeep(8));
    assertThat(refused("@n1 OR @n200")).isEqualTo(Refusal.tooDeep(8));
  }

  @Test
  void an_expression_that_would_double_with_every_step_is_refused() {
    audiences.put("n1", twenty("a"));
    IntStream.rangeClosed(2, 8).forEach(i -> audiences.put("n" + i, twenty("@n" + (i - 1))));
    assertThat(expanded("@n2")).hasSizeGreaterThan(400);
    assertThat(refused("@n8")).isEqualTo(Expander.TOO_LARGE);
  }

  @Test
  void it_has_64_different_tags_at_most() {
    audiences.put("some", tags(0, 63));
    assertThat(expanded("@some OR t0 OR other")).contains("other");
    assertThat(refused("@some OR other OR another")).isEqualTo(Expander.TOO_LARGE);
  }

  private static String twenty(String name) {
    return IntStream.range(0, 20).mapToObj(i -> name).collect(Collectors.joining(" OR "));
  }

  private static String tags(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "t" + i).collect(Collectors.joining(" OR "));
  }

  private String expanded(String text) {
    return Expander.expand(ExpressionParser.parse(text), names -> audiences).text();
  }

  private Refusal refused(String text) {
    return catchThrowableOfType(RefusedException.class, () -> expanded(text)).refusal();
  }
}
