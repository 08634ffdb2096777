package dev.storefront.shortlink.repair;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a link in small, and a Redis that falls back once: one link in Redis, HBase and Kafka,
 * its notes in MySQL, an editor who may be held up or end between any two steps, and the repair.
 * Versions are numbers. Times are assumptions: nobody decides a note of a change that is under way,
 * and Redis forgets a link for its age only once everybody has heard of its last change.
 */
final class FallbackModel {

  /** The original, and two changes. */
  private static final int LAST = 3;

  /** Mistakes that could have been made. */
  enum Mistake {
    CHANGE_WITHOUT_A_NOTE,
    FORGET_THE_NOTE_THOUGH_KAFKA_IS_AWAY,
    FORGET_A_NOTE_THAT_NOBODY_DECIDED,
    BELIEVE_A_REDIS_THAT_FELL_BACK,
    TAKE_KAFKAS_ENDS_BEFORE_NOTES_ARE_DECIDED,
    CONFIRM_BEFORE_HBASE_HAS_KAFKAS_EVENTS,
    CONFIRM_WITHOUT_NOTES,
    FORGET_NOTES_OF_MADE_CHANGES_IN_DOUBT,
    RESTORE_OVER_WHAT_IS_NEWER
  }

  /** How far the repair is: from {@code CONFIRMED} on the link is believed again. */
  enum Doubt {
    NONE,
    FOUND,
    WAITING_FOR_HBASE,
    COMPLETE,
    CONFIRMED
  }

  /** What the editor did last. */
  enum Step {
    NOTHING,
    NOTED,
    REPLACED
  }

  /**
   * @param made true if Redis is known to have had it
   */
  record Note(int version, boolean made) {}

  /**
   * @param redis the version there, 0 for none
   * @param had versions that Redis has had, as bits
   * @param kafka versions that HBase has yet to take
   * @param seen the version that the editor replaces
   * @param acknowledged the highest version that an editor was told
   * @param told the highest version that a visitor was sent to
   * @param awaited how many of Kafka's events HBase has to take before links are confirmed
   */
  record State(
      int redis,
      int had,
      int hbase,
      List<Integer> kafka,
      List<Note> notes,
      Step step,
      int seen,
      int version,
      int acknowledged,
      int told,
      Doubt doubt,
      int awaited,
      boolean fellBack,
      @Nullable String fault) {}

  static final State NEW =
      new State(
          1, 2, 1, List.of(), List.of(), Step.NOTHING, 0, 1, 1, 0, Doubt.NONE, 0, false, null);

  private final Set<Mistake> mistakes;

  FallbackModel(@Nullable Mistake mistake) {
    this.mistakes = mistake == null ? EnumSet.noneOf(Mistake.class) : EnumSet.of(mistake);
  }

  /** All states that the next step may lead to. */
  List<State> next(State s) {
    List<State> next = new ArrayList<>();
    visit(s, next);
    edit(s, next);
    s.notes().forEach(note -> settle(s, note, next));
    time(s, next);
    repair(s, next);
    return next;
  }

  private boolean isBelieved(State s) {
    return s.doubt() == Doubt.NONE
        || s.doubt() == Doubt.CONFIRMED
        || makes(Mistake.BELIEVE_A_REDIS_THAT_FELL_BACK);
  }

  private void visit(State s, List<State> next) {
    if (!isBelieved(s)) {
      return;
    }
    Copy c = new Copy(s);
    c.inRedis(s.redis() == 0 ? s.hbase() : s.redis());
    if (c.redis < s.acknowledged()) {
      c.fault = "version %d leads on after %d".formatted(c.redis, s.acknowledged());
    } else if (c.redis < s.told() && !s.fellBack()) {
      c.fault = "version %d comes back after %d".formatted(c.redis, s.told());
    }
    c.told = Math.max(s.told(), c.redis);
    next.add(c.state());
  }

  private void edit(State s, List<State> next) {
    Copy c = new Copy(s);
    c.step = Step.NOTHING;
    switch (s.step()) {
      case NOTHING -> {
        if (s.redis() != 0 && s.version() < LAST && isBelieved(s)) {
          c.step = Step.NOTED;
          c.seen = s.redis();
          c.version = s.version() + 1;
          if (!makes(Mistake.CHANGE_WITHOUT_A_NOTE)) {
            c.notes.add(new Note(c.version, false));
          }
          next.add(c.state());
        }
      }
      case NOTED -> {
        next.add(c.state()); // ended, or refused for the doubt: 503
        if (isBelieved(s)) {
          if (s.redis() == s.seen()) {
            c.inRedis(s.version());
            c.step = Step.REPLACED;
          } else {
            c.notes.removeIf(note -> note.version() == s.version());
          }
          next.add(c.state());
        }
      }
      case REPLACED -> {
        next.add(c.state()); // ended: nobody was told
        c.acknowledged = s.version();
        Note noted = new Note(s.version(), false);
        c.notes.remove(noted);
        c.kafka.add(s.version());
        next.add(c.state());
        if (s.notes().contains(noted) && !makes(Mistake.FORGET_THE_NOTE_THOUGH_KAFKA_IS_AWAY)) {
          c.notes.add(new Note(s.version(), true));
        }
        next.add(c.state()); // Kafka has it, and did not say so
        c.kafka.remove(c.kafka.size() - 1);
        next.add(c.state());
      }
    }
  }

  private void settle(State s, Note note, List<State> next) {
    boolean underWay = s.step() != Step.NOTHING && s.version() == note.version();
    boolean doubted = s.doubt() != Doubt.NONE && s.doubt() != Doubt.CONFIRMED;
    boolean waits = note.made() && doubted && !makes(Mistake.FORGET_NOTES_OF_MADE_CHANGES_IN_DOUBT);
    if (underWay || waits) {
      return;
    }
    Copy c = new Copy(s);
    c.notes.remove(note);
    boolean forgets = !note.made() && makes(Mistake.FORGET_A_NOTE_THAT_NOBODY_DECIDED);
    if (s.redis() == 0 || s.redis() >= note.version()) {
      if (!forgets) {
        c.kafka.add(Math.max(s.redis(), note.version()));
      }
    } else if (note.made()) {
      c.kafka.add(note.version());
      if (!doubted) {
        c.inRedis(note.version());
      }
    }
    next.add(c.state());
  }

  /** HBase takes what Kafka has, Redis forgets, and falls back. */
  private void time(State s, List<State> next) {
    if (!s.kafka().isEmpty()) {
      Copy c = new Copy(s);
      c.hbase = Math.max(s.hbase(), c.kafka.remove(0));
      c.awaited = Math.max(0, s.awaited() - 1);
      next.add(c.state());
    }
    boolean allHeard = s.notes().isEmpty() && s.kafka().isEmpty() && s.step() == Step.NOTHING;
    if (allHeard && s.doubt() == Doubt.NONE) {
      Copy c = new Copy(s);
      c.redis = 0;
      next.add(c.state());
    }
    for (int older = 0; older < s.redis() && !s.fellBack(); older++) {
      if (older == 0 || (s.had() >> older & 1) == 1) {
        Copy c = new Copy(s);
        c.redis = older;
        c.doubt = Doubt.FOUND;
        c.fellBack = true;
        next.add(c.state());
      }
    }
  }

  private void repair(State s, List<State> next) {
    Copy c = new Copy(s);
    switch (s.doubt()) {
      case NONE -> {}
      case FOUND -> {
        if (s.notes().stream().allMatch(Note::made)
            || makes(Mistake.TAKE_KAFKAS_ENDS_BEFORE_NOTES_ARE_DECIDED)) {
          c.doubt = Doubt.WAITING_FOR_HBASE;
          c.awaited = s.kafka().size();
          next.add(c.state());
        }
      }
      case WAITING_FOR_HBASE -> {
        if (s.awaited() == 0 || makes(Mistake.CONFIRM_BEFORE_HBASE_HAS_KAFKAS_EVENTS)) {
          c.doubt = Doubt.COMPLETE;
          c.awaited = 0;
          next.add(c.state());
        }
      }
      case COMPLETE -> {
        int newest = Math.max(s.redis(), s.hbase());
        for (Note note : s.notes()) {
          boolean counts = note.made() && !makes(Mistake.CONFIRM_WITHOUT_NOTES);
          newest = counts ? Math.max(newest, note.version()) : newest;
        }
        c.inRedis(newest);
        c.doubt = Doubt.CONFIRMED;
        next.add(c.state());
      }
      case CONFIRMED -> {
        c.inRedis(
            makes(Mistake.RESTORE_OVER_WHAT_IS_NEWER) ? s.hbase() : Math.max(s.redis(), s.hbase()));
        next.add(c.state());
        Copy over = new Copy(s);
        over.doubt = Doubt.NONE;
        next.add(over.state());
      }
    }
  }

  private boolean makes(Mistake mistake) {
    return mistakes.contains(mistake);
  }

  /** A state to be changed. */
  private static final class Copy {
    int redis;
    int had;
    int hbase;
    List<Integer> kafka;
    List<Note> notes;
    Step step;
    int seen;
    int version;
    int acknowledged;
    int told;
    Doubt doubt;
    int awaited;
    boolean fellBack;
    @Nullable String fault;

    Copy(State s) {
      redis = s.redis();
      had = s.had();
      hbase = s.hbase();
      kafka = new ArrayList<>(s.kafka());
      notes = new ArrayList<>(s.notes());
      step = s.step();
      seen = s.seen();
      version = s.version();
      acknowledged = s.acknowledged();
      told = s.told();
      doubt = s.doubt();
      awaited = s.awaited();
      fellBack = s.fellBack();
    }

    void inRedis(int newVersion) {
      redis = newVersion;
      had |= 1 << newVersion;
    }

    State state() {
      return new State(
          redis,
          had,
          hbase,
          List.copyOf(kafka),
          List.copyOf(notes),
          step,
          step == Step.NOTHING ? 0 : seen,
          version,
          acknowledged,
          told,
          doubt,
          awaited,
          fellBack,
          fault);
    }
  }
}
