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
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Any expression over any users: written out, parsed and worked out on bitmaps, against sets. */
class SegmentQueryTest {

  private static final List<String> TAGS = List.of("vip", "and", "a", "mac-2", "lost_");
  private static final int MOST_USERS = 200;
  private static final List<Integer> SIZES = List.of(50, 40, 30, 20, 10);

  /** Who is known, and who of them has which tag. */
  record Users(Set<Integer> known, Map<String, Set<Integer>> tagged) {}

  @Property(tries = 2000)
  void bitmaps_say_what_sets_say(
      @ForAll("expressions") Expression expression,
      @ForAll("users") Users users,
      @ForAll @Size(5) List<@IntRange(min = 0, max = 300) Integer> sizes) {
    Expression parsed =
        ((ParsedExpression.Valid) ExpressionParser.parse(write(expression))).expression();
    assertThat(workedOut(query(List.of(parsed), sizes), users).get(0))
        .as("whatever the plan takes the tags' sizes to be")
        .isEqualTo(model(expression, users));
  }

  @Property(tries = 500)
  void expressions_that_are_worked_out_together_do_not_disturb_each_other(
      @ForAll("several") List<Expression> expressions, @ForAll("users") Users users) {
    assertThat(workedOut(query(expressions, SIZES), users))
        .isEqualTo(expressions.stream().map(expression -> model(expression, users)).toList());
  }

  @Property(tries = 1000)
  void what_an_expression_is_written_as_says_the_same(
      @ForAll("expressions") Expression expression) {
    Expression parsed =
        ((ParsedExpression.Valid) ExpressionParser.parse(expression.text())).expression();
    assertThat(parsed).isEqualTo(flat(expression));
  }

  /** The parser makes one part of what is written side by side. */
  private static Expression flat(Expression expression) {
    return ((ParsedExpression.Valid) ExpressionParser.parse(write(expression))).expression();
  }

  @Example
  void the_smallest_operand_comes_first_and_equal_parts_are_one() {
    SegmentQuery query =
        query(
            List.of(parsed("vip AND (a OR and) AND NOT (mac-2 OR lost_) AND NOT (and OR a)")),
            List.of(1, 200, 100, 5, 90));
    Part root = query.roots().get(0);
    assertThat(root.with()).extracting(Part::tag).containsExactly("vip", "");
    Part shared = root.with().get(1);
    assertThat(shared.with()).extracting(Part::tag).containsExactly("a", "and");
    assertThat(root.without()).hasSize(2).first().isSameAs(shared);
    assertThat(query.parts()).as("five tags, two unions, the whole").hasSize(8);
  }

  @Example
  void what_can_make_no_difference_is_not_worked_out() {
    SegmentQuery query = query(List.of(parsed("vip AND (a OR and)")), List.of(0, 9, 9, 9, 9));
    Evaluation evaluation =
        query.evaluate(bitmaps(query, new Users(Set.of(1), Map.of("a", Set.of(1)))));
    assertThat(evaluation.users().isEmpty()).isTrue();
    Part union = query.roots().get(0).with().get(1);
    assertThat(evaluation.usersIfDone(union)).isNull();
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
    return query(List.of(parsed(text)), SIZES).readsKnownUsers();
  }

  private static Expression parsed(String text) {
    return ((ParsedExpression.Valid) ExpressionParser.parse(text)).expression();
  }

  private static Set<Integer> workedOut(Expression expression, Users users) {
    return workedOut(query(List.of(expression), SIZES), users).get(0);
  }

  /** The users of each of the query's expressions. */
  private static List<Set<Integer>> workedOut(SegmentQuery query, Users users) {
    Evaluation evaluation = query.evaluate(bitmaps(query, users));
    List<Set<Integer>> results = new ArrayList<>();
    for (int i = 0; i < query.roots().size(); i++) {
      Set<Integer> result = new TreeSet<>();
      for (int position : evaluation.users(i).positions()) {
        result.add(position);
      }
      results.add(result);
    }
    return results;
  }

  private static List<Bitmap> bitmaps(SegmentQuery query, Users users) {
    List<Bitmap> bitmaps = new ArrayList<>();
    for (int number : query.tags()) {
      bitmaps.add(bitmap(users.tagged().getOrDefault(TAGS.get(number - 1), Set.of())));
    }
    bitmaps.add(query.readsKnownUsers() ? bitmap(users.known()) : Bitmap.EMPTY);
    return bitmaps;
  }

  /**
   * @param sizes how many users the plan takes each tag to have
   */
  private static SegmentQuery query(List<Expression> expressions, List<Integer> sizes) {
    Map<String, Integer> numbers = new HashMap<>();
    TAGS.forEach(tag -> numbers.put(tag, TAGS.indexOf(tag) + 1));
    Planner planner = new Planner(tag -> sizes.get(TAGS.indexOf(tag)), MOST_USERS);
    return new SegmentQuery(new Question(expressions, new Ground(numbers, MOST_USERS)), planner);
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

  @Provide
  Arbitrary<List<Expression>> several() {
    return expressions(3).list().ofMinSize(2).ofMaxSize(5);
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
