package dev.storefront.usertag.audience;

import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import dev.storefront.usertag.user.UserLookup;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Works out what texts ask for, some at a time. All that has no answer is a {@link
 * ProblemException}: 400 {@code invalid-expression}, {@code unknown-tag}, {@code unknown-audience},
 * {@code circular-audience}, {@code expression-too-deep}, {@code expression-too-large}, 429 {@code
 * too-busy}.
 */
@Component
public class AudienceSearch {

  private final Questions questions;
  private final TagSizes sizes;
  private final Audiences audiences;
  private final UserLookup lookup;
  private final UserDirectory users;

  AudienceSearch(
      Questions questions,
      TagSizes sizes,
      Audiences audiences,
      UserLookup lookup,
      UserDirectory users) {
    this.questions = questions;
    this.sizes = sizes;
    this.audiences = audiences;
    this.lookup = lookup;
    this.users = users;
  }

  /** How many users belong to the expression. */
  public long count(String expression) {
    return ask(List.of(expression), Map.of(), question -> audiences.count(sizes.plan(question)));
  }

  /** As {@link #count}; empty if a tag in it does not exist any more. */
  public OptionalLong countIfTagsExist(String expression) {
    Answer<Long> answer =
        answer(List.of(expression), question -> audiences.count(sizes.plan(question)));
    return answer instanceof Answer.NoSuchTags<Long>
        ? OptionalLong.empty()
        : OptionalLong.of(valueOf(answer));
  }

  /**
   * How many users belong to each of some expressions, empty for those that have no answer; by one
   * question if they have one together, which may name only so many tags.
   */
  public List<OptionalLong> counts(List<String> expressions) {
    Answer<long[]> together =
        answer(expressions, question -> audiences.counts(sizes.plan(question)));
    if (together instanceof Answer.Found<long[]> found) {
      return LongStream.of(found.value()).mapToObj(OptionalLong::of).toList();
    }
    return expressions.size() == 1
        ? List.of(OptionalLong.empty())
        : expressions.stream().map(each -> counts(List.of(each)).get(0)).toList();
  }

  /**
   * What an audience that changes and those that name it, near or far, mean then.
   *
   * @param name of the one that changes
   * @param all the expressions of all audiences by name, with that one
   * @return by name; those that name a tag that does not exist are left out, but for the one that
   *     changes: that is a {@link ProblemException}
   */
  public Map<String, Formula> formulas(String name, Map<String, String> all) {
    NamedAudiences audiences = names -> all;
    // As a text of its own, for the position of an error; then by its name, for a circle.
    String text = Objects.requireNonNull(all.get(name));
    Formula changed = valueOf(questions.answer(List.of(text, "@" + name), audiences, Formula::of));
    Set<String> others = withThoseNaming(Set.of(name), all);
    others.remove(name);
    Map<String, Formula> formulas = formulas(others, all);
    formulas.put(name, changed);
    return formulas;
  }

  /**
   * What the audiences mean that name a tag, near or far.
   *
   * @param all the expressions of all audiences by name
   * @return by name; those that name a tag that does not exist are left out
   */
  public Map<String, Formula> formulasNaming(String tag, Map<String, String> all) {
    Set<String> direct = new LinkedHashSet<>();
    all.forEach(
        (audience, text) -> {
          if (namesIn(text, Expression::tagNames).contains(tag)) {
            direct.add(audience);
          }
        });
    return formulas(withThoseNaming(direct, all), all);
  }

  private Map<String, Formula> formulas(Set<String> names, Map<String, String> all) {
    Map<String, Formula> formulas = new TreeMap<>();
    for (String name : names) {
      Answer<Formula> answer = questions.answer(List.of("@" + name), some -> all, Formula::of);
      if (!(answer instanceof Answer.NoSuchTags<Formula>)) {
        formulas.put(name, valueOf(answer));
      }
    }
    return formulas;
  }

  /** These audiences, and those that have one of them in their expressions, near or far. */
  private static Set<String> withThoseNaming(Set<String> names, Map<String, String> all) {
    Map<String, Set<String>> named = new HashMap<>();
    all.forEach((audience, text) -> named.put(audience, audiencesIn(text)));
    Set<String> found = new LinkedHashSet<>(names);
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      for (Map.Entry<String, Set<String>> audience : named.entrySet()) {
        if (!Collections.disjoint(audience.getValue(), found)) {
          isMore |= found.add(audience.getKey());
        }
      }
    }
    return found;
  }

  /** The names of the audiences that an expression names itself. */
  public static Set<String> audiencesIn(String expression) {
    return namesIn(expression, Expression::audienceNames);
  }

  private static Set<String> namesIn(String text, Function<Expression, Set<String>> names) {
    return names.apply(ExpressionParser.parse(text));
  }

  /**
   * Some users of the expression; 400 {@code invalid-cursor} too.
   *
   * @param list names the list, for its cursors
   * @param limit 1 to 1000
   * @param cursor where the page begins, null for the first
   */
  public UserPage users(String expression, String list, int limit, @Nullable String cursor) {
    return valueOf(page(expression, list, limit, cursor));
  }

  /** Some of the users with or without a tag; 404 {@code unknown-tag} if it is gone meanwhile. */
  UserPage users(Tag tag, boolean present, int limit, @Nullable String cursor) {
    // By number: a cursor of a tag that was deleted is none of the one that has its name now.
    String list = "users of tag %d %s".formatted(tag.number(), present);
    Answer<UserPage> answer = page(present ? tag.name() : "NOT " + tag.name(), list, limit, cursor);
    if (answer instanceof Answer.NoSuchTags<UserPage> none) {
      throw none.tags().inAddress();
    }
    return valueOf(answer);
  }

  private Answer<UserPage> page(
      String expression, String list, int limit, @Nullable String cursor) {
    long after = cursor == null ? 0 : Cursor.decodeLong(list, cursor);
    return answer(
        List.of(expression),
        question -> {
          Audiences.Page page = audiences.pageAfter(sizes.plan(question), after, limit);
          OptionalLong next = page.next();
          return new UserPage(
              users.ids(page.ordinals()),
              next.isPresent() ? Cursor.encode(list, next.getAsLong()) : null);
        });
  }

  /** Whether the user belongs to the expression, and which of its parts hold. */
  public Membership membership(String expression, UserId userId) {
    return ask(List.of(expression), Map.of(), question -> membership(question, userId));
  }

  private Membership membership(Question question, UserId userId) {
    Optional<Set<Integer>> ofUser = lookup.tagsOf(userId);
    Expression expression = question.expressions().get(0);
    boolean needsOrdinal = expression.stream().anyMatch(Expression.InSet.class::isInstance);
    return Membership.of(
        expression,
        tag -> ofUser.orElse(Set.of()).contains(question.number(tag)),
        needsOrdinal ? users.find(userId).orElse(0) : ofUser.isPresent() ? 1 : 0);
  }

  /**
   * Works out what the texts ask for together.
   *
   * @param lists those that the expressions may name
   */
  <T> T ask(List<String> expressions, Map<String, UserList> lists, Function<Question, T> work) {
    return valueOf(questions.answer(expressions, lists, work));
  }

  private <T> Answer<T> answer(List<String> expressions, Function<Question, T> work) {
    return questions.answer(expressions, Map.of(), work);
  }

  private static <T> T valueOf(Answer<T> answer) {
    if (answer instanceof Answer.Found<T> found) {
      return found.value();
    }
    if (answer instanceof Answer.Refused<T> refused) {
      throw refused.why().problem();
    }
    throw ((Answer.NoSuchTags<T>) answer).tags().inExpression();
  }
}
