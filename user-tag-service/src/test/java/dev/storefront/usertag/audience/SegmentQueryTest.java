package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.audience.Expression.And;
import dev.storefront.usertag.audience.Expression.HasTag;
import dev.storefront.usertag.audience.Expression.InSet;
import dev.storefront.usertag.audience.Expression.Not;
import dev.storefront.usertag.audience.Expression.Or;
import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.tag.Ground;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final int SEGMENT = 1 << 19;

  /** The segment's first place has an ordinal far behind the first one. */
  private static final long FIRST = 3L << 19;

  private static final Map<String, UserList> LISTS =
      Map.of(
          "staff", list("staff", -4, 1, 2, 17, 64, 127, 128, 200, 5000),
          "nobody", list("nobody"));

  private static final List<UserSet> SETS =
      List.of(
          list("staff", -4, 1, 2, 17, 64, 127, 128, 200, 5000),
          list("nobody"),
          new Share("spring", 1, List.of(1, 1)),
          new Share("spring", 2, List.of(1, 1)),
          new Share("x-2", 3, List.of(50, 30, 20)));

  private static UserList list(String name, long... places) {
    return new UserList(name, Arrays.stream(places).map(place -> FIRST + place).toArray());
  }

  private static final List<Integer> SIZES = List.of(50, 40, 30, 20, 10);

  /** Who is known, and who of them has which tag. */
  record Users(Set<Integer> known, Map<String, Set<Integer>> tagged) {}

  @Property(tries = 2000)
  void bitmaps_say_what_sets_say(
      @ForAll("expressions") Expression expression,
      @ForAll("users") Users users,
      @ForAll @Size(5) List<@IntRange(min = 0, max = 300) Integer> sizes) {
    SegmentQuery query = query(List.of(parsed(write(expression))), sizes);
    Set<Integer> right = model(expression, users);
    assertThat(workedOut(query, users).get(0))
        .as("whatever the plan takes the tags' sizes to be")
        .isEqualTo(right);
    assertThat(query.evaluate(bitmaps(query, users), FIRST).count()).isEqualTo(right.size());
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
    Expression parsed = parsed(expression.text());
    assertThat(parsed).isEqualTo(flat(expression));
  }

  /** The parser makes one part of what is written side by side. */
  private static Expression flat(Expression expression) {
    return parsed(write(expression));
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
        query.evaluate(bitmaps(query, new Users(Set.of(1), Map.of("a", Set.of(1)))), FIRST);
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
    return ExpressionParser.parse(text, LISTS);
  }

  private static Set<Integer> workedOut(Expression expression, Users users) {
    return workedOut(query(List.of(expression), SIZES), users).get(0);
  }

  /** The users of each of the query's expressions. */
  private static List<Set<Integer>> workedOut(SegmentQuery query, Users users) {
    Evaluation evaluation = query.evaluate(bitmaps(query, users), FIRST);
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
    return SegmentQuery.of(new Question(expressions, new Ground(numbers, MOST_USERS, 0)), planner);
  }

  private static Set<Integer> model(Expression expression, Users users) {
    Set<Integer> result = new TreeSet<>(users.known());
    if (expression instanceof HasTag tag) {
      return new TreeSet<>(users.tagged().get(tag.name()));
    } else if (expression instanceof InSet set) {
      result.removeIf(place -> !modelHas(set.users(), FIRST + place));
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

  private static boolean modelHas(UserSet set, long ordinal) {
    return set instanceof UserList list
        ? Arrays.stream(list.ordinals()).anyMatch(one -> one == ordinal)
        : set.has(ordinal);
  }

  @Example
  void each_user_lies_in_one_share_as_often_as_the_weights_say() {
    List<Integer> weights = List.of(50, 30, 20);
    int[] users = new int[3];
    int both = 0;
    for (long ordinal = 1; ordinal <= 100_000; ordinal++) {
      int found = 0;
      for (int share = 1; share <= 3; share++) {
        if (new Share("spring", share, weights).has(ordinal)) {
          users[share - 1]++;
          found++;
        }
      }
      assertThat(found).isEqualTo(1);
      both +=
          new Share("spring", 1, weights).has(ordinal)
                  && new Share("autumn", 1, weights).has(ordinal)
              ? 1
              : 0;
    }
    assertThat(users[0]).isBetween(49_000, 51_000);
    assertThat(users[1]).isBetween(29_000, 31_000);
    assertThat(users[2]).isBetween(19_000, 21_000);
    assertThat(both).as("splits of different names are independent").isBetween(24_000, 26_000);
  }

  @Example
  void a_share_is_the_same_in_every_version() {
    assertThat(
            IntStream.rangeClosed(1, 24)
                .filter(ordinal -> new Share("spring", 1, List.of(1, 1)).has(ordinal)))
        .containsExactly(4, 5, 8, 10, 12, 15, 19, 20, 24);
  }

  /** As a person might write it: parentheses around every operand but tags. */
  private static String write(Expression expression) {
    if (expression instanceof HasTag tag) {
      return tag.name();
    }
    if (expression instanceof InSet set) {
      return set.users().text();
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
    int[] ascending = positions.stream().mapToInt(position -> position).sorted().toArray();
    EncodedSet set = EncodedSet.of(ascending, SEGMENT);
    return EncodedSet.decode(
        ascending.length == 0 ? EncodedSet.RUNS : set.encoding(), set.bytes(), SEGMENT);
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
    Arbitrary<Expression> tag =
        Arbitraries.oneOf(
            Arbitraries.of(TAGS).map(HasTag::new), Arbitraries.of(SETS).map(InSet::new));
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
