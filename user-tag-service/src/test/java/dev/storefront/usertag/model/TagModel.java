package dev.storefront.usertag.model;

import dev.storefront.usertag.model.Register.Span;
import dev.storefront.usertag.model.Register.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What must come out, by sets alone: who has which tag, which tags there are, and what audiences
 * mean, each of them a {@link Register}. From these it says of an answer what is wrong with it. A
 * user is known from the first change of his tags until he is erased.
 */
final class TagModel {

  /** In the place of a tag: whether the user is known. No tag has this name. */
  private static final String KNOWN = "";

  private final Map<String, Map<String, Register<Boolean>>> users = new TreeMap<>();
  private final Map<String, Register<Boolean>> tags = new HashMap<>();
  private final Map<String, Register<Audience>> audiences = new HashMap<>();
  private final List<Change> waiting = new ArrayList<>();

  /** What one call changes. */
  static final class Change {
    private final List<Write<?>> writes = new ArrayList<>();
  }

  /** A user may belong to an audience during a call, or not, or either. */
  private record Belonging(boolean possible, boolean certain) {}

  synchronized Change mark(String user, String tag, boolean present, long sent) {
    return among(tag, Set.of(user), present, sent);
  }

  /** Of all these users. */
  synchronized Change among(String tag, Collection<String> some, boolean present, long sent) {
    Change change = new Change();
    for (String user : some) {
      change.writes.add(register(user, tag).begin(present, sent));
      change.writes.add(register(user, KNOWN).begin(true, sent));
    }
    return change;
  }

  /** Of these users those have the tag, all others lack it. */
  synchronized Change replace(String tag, Collection<String> some, long sent) {
    Change change = among(tag, some, true, sent);
    withTag(tag).stream()
        .filter(user -> !some.contains(user))
        .forEach(user -> change.writes.add(register(user, tag).begin(false, sent)));
    return change;
  }

  /** An event: of two of a user and a tag the one with the later stamp holds. */
  synchronized Change told(String user, String tag, boolean present, long sent, long stamp) {
    Change change = new Change();
    change.writes.add(register(user, tag).begin(present, sent, stamp));
    change.writes.add(register(user, KNOWN).begin(true, sent));
    waiting.add(change);
    return change;
  }

  synchronized Change erase(String user, long sent) {
    Change change = new Change();
    register(user, KNOWN);
    users.get(user).values().forEach(what -> change.writes.add(what.begin(false, sent)));
    return change;
  }

  synchronized Change makeTag(String tag, long sent) {
    Change change = new Change();
    change.writes.add(existence(tag).begin(true, sent));
    return change;
  }

  /** Whoever has it lacks the one that is made anew under its name. */
  synchronized Change deleteTag(String tag, long sent) {
    Change change = new Change();
    change.writes.add(existence(tag).begin(false, sent));
    withTag(tag).forEach(user -> change.writes.add(register(user, tag).begin(false, sent)));
    return change;
  }

  /**
   * What is asked for by this text has that meaning.
   *
   * @param text an expression, or a standing audience with its @
   */
  synchronized Change define(String text, Audience audience, long sent) {
    Change change = new Change();
    change.writes.add(
        audiences.computeIfAbsent(text, first -> new Register<>(audience)).begin(audience, sent));
    return change;
  }

  /** It will be carried out; what is called from now on holds over it. */
  synchronized void accepted(Change change, long now) {
    change.writes.forEach(write -> write.accepted(now));
  }

  synchronized void done(Change change, long now) {
    change.writes.forEach(write -> write.done(now));
  }

  /** From now on all events must show. */
  synchronized void allToldBy(long now) {
    waiting.forEach(change -> done(change, now));
    waiting.clear();
  }

  /** Forgets what no call that begins from now on can see. */
  synchronized void forgetBefore(long now) {
    users.values().forEach(of -> of.values().forEach(what -> what.forgetBefore(now)));
    tags.values().forEach(tag -> tag.forgetBefore(now));
    audiences.values().forEach(audience -> audience.forgetBefore(now));
  }

  /** Users of whom something was ever said. */
  synchronized Set<String> users() {
    return new TreeSet<>(users.keySet());
  }

  /** What is wrong with a list of users: each must be there once, and nobody else. */
  synchronized List<String> faultsOfList(String text, Span span, Collection<String> said) {
    Set<Audience> of = meanings(text, span);
    List<String> faults = new ArrayList<>(faultsOfFound(of, span));
    Set<String> seen = new HashSet<>();
    for (String user : said) {
      // Who is erased in the midst of a page, and begins anew, has two ordinals in it.
      if (!seen.add(user) && may(user, KNOWN, span).equals(Set.of(true))) {
        faults.add(user + " is there twice");
      }
    }
    users.keySet().forEach(user -> judge(of, user, span, seen.remove(user), faults));
    seen.forEach(user -> faults.add(user + " is there and was never"));
    return faults;
  }

  private void judge(
      Set<Audience> of, String user, Span span, boolean isThere, List<String> faults) {
    Belonging belonging = belonging(of, user, span);
    if (isThere && !belonging.possible()) {
      faults.add(user + " is there wrongly");
    } else if (!isThere && belonging.certain()) {
      faults.add(user + " is missing");
    }
  }

  /** What is wrong with how many users are said to belong to it. */
  synchronized List<String> faultsOfCount(String text, Span span, long said) {
    Set<Audience> of = meanings(text, span);
    List<String> faults = new ArrayList<>(faultsOfFound(of, span));
    long least = 0;
    long most = 0;
    for (String user : users.keySet()) {
      Belonging belonging = belonging(of, user, span);
      least += belonging.certain() ? 1 : 0;
      // As above: counted by each of two ordinals.
      most += belonging.possible() ? may(user, KNOWN, span).size() : 0;
    }
    if (said < least || said > most) {
      faults.add("counted " + said + ", must be " + least + " to " + most);
    }
    return faults;
  }

  /** What is wrong with the tags of a user. */
  synchronized List<String> faultsOfTags(String user, Span span, Collection<String> said) {
    List<String> faults = new ArrayList<>();
    Set<String> left = new HashSet<>(said);
    if (left.size() < said.size()) {
      faults.add("a tag of " + user + " is there twice");
    }
    for (String tag : tags.keySet()) {
      judge(Set.of(Audience.of(tag)), user, span, left.remove(tag), faults);
    }
    left.forEach(tag -> faults.add(user + " has " + tag + ", which never was"));
    return faults.stream().map(fault -> said + " of " + fault).toList();
  }

  /** What is wrong with being told whether a user belongs to it. */
  synchronized List<String> faultsOfMember(String text, Span span, String user, boolean said) {
    Set<Audience> of = meanings(text, span);
    List<String> faults = new ArrayList<>(faultsOfFound(of, span));
    judge(of, user, span, said, faults);
    return faults;
  }

  /** What is wrong with a refusal because a tag does not exist. */
  synchronized List<String> faultsOfUnknownTag(String text, Span span) {
    Set<Audience> of = meanings(text, span);
    boolean mayLack =
        of.stream()
            .flatMap(audience -> audience.tags().stream())
            .anyMatch(tag -> existence(tag).possible(span).contains(false));
    return mayLack ? List.of() : List.of("refused though all its tags exist");
  }

  private List<String> faultsOfFound(Set<Audience> of, Span span) {
    boolean mayBe =
        of.stream()
            .anyMatch(
                audience ->
                    audience.tags().stream()
                        .allMatch(tag -> existence(tag).possible(span).contains(true)));
    return mayBe ? List.of() : List.of("answered though a tag does not exist");
  }

  private Set<Audience> meanings(String text, Span span) {
    Register<Audience> audience = audiences.get(text);
    if (audience == null) {
      throw new IllegalArgumentException("nobody defined " + text);
    }
    return audience.possible(span);
  }

  private Belonging belonging(Set<Audience> of, String user, Span span) {
    Set<Boolean> known = may(user, KNOWN, span);
    Set<Boolean> holds = new HashSet<>();
    of.forEach(audience -> collect(audience, user, span, new HashSet<>(), 0, holds));
    return new Belonging(
        known.contains(true) && holds.contains(true),
        !known.contains(false) && !holds.contains(false));
  }

  /** Goes through all that the tags may be together. */
  private void collect(
      Audience of, String user, Span span, Set<String> has, int next, Set<Boolean> holds) {
    if (next == of.tags().size()) {
      holds.add(of.holds().test(has));
      return;
    }
    String tag = of.tags().get(next);
    for (boolean present : may(user, tag, span)) {
      Set<String> with = new HashSet<>(has);
      if (present) {
        with.add(tag);
      }
      collect(of, user, span, with, next + 1, holds);
    }
  }

  private Set<Boolean> may(String user, String what, Span span) {
    Register<Boolean> register = users.getOrDefault(user, Map.of()).get(what);
    return register == null ? Set.of(false) : register.possible(span);
  }

  private List<String> withTag(String tag) {
    return users.keySet().stream().filter(user -> users.get(user).containsKey(tag)).toList();
  }

  private Register<Boolean> register(String user, String what) {
    return users
        .computeIfAbsent(user, first -> new HashMap<>())
        .computeIfAbsent(what, first -> new Register<>(false));
  }

  private Register<Boolean> existence(String tag) {
    return tags.computeIfAbsent(tag, first -> new Register<>(false));
  }
}
