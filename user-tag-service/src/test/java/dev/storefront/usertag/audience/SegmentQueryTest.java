package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.audience.Expression.And;
import dev.storefront.usertag.audience.Expression.HasTag;
import dev.storefront.usertag.audience.Expression.Not;
import dev.storefront.usertag.audience.Expression.Or;
import dev.storefront.usertag.bitmap.Bitmap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any expression over any users: written out, parsed and worked out on bitmaps, against sets. */
class SegmentQueryTest {

  private static final List<String> TAGS = List.of("vip", "and", "a", "mac-2", "lost_");
  private static final int MOST_USERS = 200;

  /** Who is known, and who of them has which tag. */
  record Users(Set<Integer> known, Map<String, Set<Integer>> tagged) {}

  @Property(tries = 2000)
  void bitmaps_say_what_sets_say(
      @ForAll("expressions") Expression expression, @ForAll("users") Users users) {
    Expression parsed =
        ((ParsedExpression.Valid) ExpressionParser.parse(write(expression))).expression();
    assertThat(workedOut(parsed, users)).isEqualTo(model(expression, users));
  }

  @Example
  void not_never_returns_a_user_who_has_the_tag_but_is_not_known() {
    Users users = new Users(Set.of(1, 2), Map.of("a", Set.of(2, 3)));
    assertThat(workedOut(new Not(new HasTag("a")), users)).containsExactly(1);
  }

  @Example
  void known_users_are_read_only_where_not_has_nothing_to_take_away_from() {
    assertThat(readsKnownUsers("a AND NOT vip")).isFalse();
    assertThat(readsKnownUsers("NOT vip AND a")).isFalse();
    assertThat(readsKnownUsers("NOT vip AND NOT a")).isTrue();
    assertThat(readsKnownUsers("a OR NOT vip")).isTrue();
    assertThat(readsKnownUsers("a AND NOT (vip OR NOT lost_)")).isTrue();
    assertThat(readsKnownUsers("a AND (vip OR NOT lost_)")).isTrue();
  }

  private static boolean readsKnownUsers(String text) {
    return query(((ParsedExpression.Valid) ExpressionParser.parse(text)).expression())
        .readsKnownUsers();
  }

  private static Set<Integer> workedOut(Expression expression, Users users) {
    SegmentQuery query = query(expression);
    List<Bitmap> bitmaps = new ArrayList<>();
    for (int number : query.tags()) {
      bitmaps.add(bitmap(users.tagged().getOrDefault(TAGS.get(number - 1), Set.of())));
    }
    bitmaps.add(query.readsKnownUsers() ? bitmap(users.known()) : Bitmap.EMPTY);
    Set<Integer> result = new TreeSet<>();
    for (int position : query.evaluate(bitmaps).positions()) {
      result.add(position);
    }
    return result;
  }

  private static SegmentQuery query(Expression expression) {
    Map<String, Integer> numbers = new HashMap<>();
    TAGS.forEach(tag -> numbers.put(tag, TAGS.indexOf(tag) + 1));
    return new SegmentQuery(expression, numbers);
  }

  private static Set<Integer> model(Expression expression, Users users) {
    Set<Integer> result = new TreeSet<>(users.known());
    if (expression instanceof HasTag tag) {
      return new TreeSet<>(users.tagged().get(tag.name()));
    } else if (expression instanceof Not not) {
      result.removeAll(model(not.inner(), users));
    } else if (expression instanceof And and) {
      and.all().forEach(part -> result.retainAll(model(part, users)));
    } else if (expression instanceof Or or) {
      result.clear();
      or.any().forEach(part -> result.addAll(model(part, users)));
    }
    return result;
  }

  /** As a person might write it: parentheses around every operand but tags. */
  private static String write(Expression expression) {
    if (expression instanceof HasTag tag) {
      return tag.name();
    }
    if (expression instanceof Not not) {
      return "NOT " + operand(not.inner());
    }
    return expression instanceof And and
        ? and.all().stream().map(SegmentQueryTest::operand).collect(Collectors.joining(" AND "))
        : ((Or) expression)
            .any().stream().map(SegmentQueryTest::operand).collect(Collectors.joining(" OR "));
  }

  private static String operand(Expression expression) {
    return expression instanceof HasTag tag ? tag.name() : "(" + write(expression) + ")";
  }

  private static Bitmap bitmap(Set<Integer> positions) {
    byte[] bytes = new byte[MOST_USERS / 8 + 1];
    int length = 0;
    for (int position : positions) {
      bytes[position / 8] |= (byte) (0x80 >>> position % 8);
      length = Math.max(length, position / 8 + 1);
    }
    return Bitmap.of(java.util.Arrays.copyOf(bytes, length));
  }

  @Provide
  Arbitrary<Expression> expressions() {
    return expressions(4);
  }

  private static Arbitrary<Expression> expressions(int depth) {
    Arbitrary<Expression> tag = Arbitraries.of(TAGS).map(HasTag::new);
    if (depth == 0) {
      return tag;
    }
    Arbitrary<Expression> inner = Arbitraries.lazy(() -> expressions(depth - 1));
    Arbitrary<List<Expression>> operands = inner.list().ofMinSize(2).ofMaxSize(4);
    return Arbitraries.oneOf(
        tag, inner.map(Not::new), operands.map(And::new), operands.map(Or::new));
  }

  @Provide
  Arbitrary<Users> users() {
    Arbitrary<Set<Integer>> some = Arbitraries.integers().between(1, MOST_USERS).set();
    return some.flatMap(
        known -> {
          Arbitrary<Set<Integer>> ofKnown =
              known.isEmpty()
                  ? Arbitraries.just(Set.of())
                  : Arbitraries.of(known).set().uniqueElements();
          return ofKnown
              .list()
              .ofSize(TAGS.size())
              .map(
                  sets -> {
                    Map<String, Set<Integer>> tagged = new HashMap<>();
                    TAGS.forEach(tag -> tagged.put(tag, sets.get(TAGS.indexOf(tag))));
                    return new Users(known, tagged);
                  });
        });
  }
}
