package dev.storefront.shortlink.model;

import dev.storefront.shortlink.model.Tenure.Use;
import dev.storefront.shortlink.model.Tenure.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who has which code since when, and where it was made to lead. Each call to the service is an
 * interval: what it did was done at some moment between its sending and its answer. From that it
 * says of a redirect whether it was possible. Times are milliseconds of one clock, the test's.
 */
final class LinkModel {

  /** As good as for ever; twice of it fits into a long. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /** What one instance did shows in all others within that time. */
  static final long LATE = 2_000;

  /** When a call was sent, and when it was answered: {@link #NEVER} if it may be under way yet. */
  record Span(long sent, long got) {}

  /** What a visitor got: 302, 404 or 410. */
  record Seen(int status, String location) {}

  /**
   * Where a link leads.
   *
   * @param target null for nowhere
   * @param end when it is over, by the clock of the test
   */
  record Value(@Nullable String target, long end) {

    static final Value NOTHING = new Value(null, NEVER);

    static Value of(String target) {
      return new Value(target, NEVER);
    }
  }

  /** How a write ended. */
  enum Outcome {
    DONE,
    /** No answer, or 503. */
    UNKNOWN,
    REFUSED
  }

  private final long kept;
  private final Map<String, Tenure> tenures = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private long skew;
  private boolean lagging;
  private long lastRun;
  private long looks;
  private long comeBack;

  /**
   * @param kept how long a visit surely keeps a link from being idle, milliseconds
   */
  LinkModel(long kept) {
    this.kept = kept;
  }

  /** By how much clocks are wrong just now: ends of links are as uncertain. */
  synchronized void clocksAreOffBy(long millis) {
    skew = millis;
  }

  /**
   * Cold storage may hear of changes late just now, and with idle times so much shorter than real
   * ones Redis may have forgotten them by then: what nobody used for that long is not judged.
   */
  synchronized void isLagging(boolean now) {
    lagging = now;
  }

  /** When the last recycling run was under way; {@link #NEVER} while one is. */
  synchronized void recycledUntil(long time) {
    lastRun = time;
  }

  /** Codes were handed out: to a lease, or with a link at once. */
  synchronized void granted(String holder, Collection<String> codes, Span span) {
    for (String code : codes) {
      Tenure before = tenures.get(code);
      if (before != null) {
        comeBack++;
        before.before = null;
        if (before.leaseOver == NEVER) {
          blame(code, "handed out to " + holder + ", while " + before.holder + " has it", span);
        } else if (span.got() < inUseUntil(before, use -> true)) {
          blame(code, "handed out to " + holder + ", while its link is alive", span);
        }
      }
      tenures.put(code, new Tenure(code, holder, span, before));
    }
  }

  /** From now on the service may take the holder's unused codes back, and must take no links. */
  synchronized void leaseIsOver(String holder, long now) {
    tenures.values().stream()
        .filter(tenure -> tenure.holder.equals(holder) && tenure.leaseOver == NEVER)
        .forEach(tenure -> tenure.leaseOver = now);
  }

  /** Comes before the call; {@link #wrote} after it. */
  synchronized Write writing(String code, Value value, long sent, String via) {
    Tenure tenure = tenures.get(code);
    if (tenure == null) {
      throw new IllegalArgumentException("nobody has " + code);
    }
    return tenure.writing(code, value, new Span(sent, NEVER), via);
  }

  /** The end of a write; what had no answer may happen until {@code got}. */
  synchronized void wrote(Write write, Outcome outcome, long got) {
    Tenure tenure = write.tenure;
    write.span = new Span(write.span.sent(), got);
    if (outcome == Outcome.REFUSED) {
      tenure.writes.remove(write);
      return;
    }
    Tenure now = tenures.get(write.code);
    if (now != null && now != tenure) {
      // It may have met the link of the next owner, the same application's.
      now.writing(write.code, write.value, write.span, write.via);
      return;
    }
    if (outcome == Outcome.DONE) {
      write.certain = true;
      tenure.used(new Use(write.span, write.via));
    }
  }

  /** As above, of a link that is made under a lease. */
  synchronized void published(Write write, Outcome outcome, long got) {
    if (outcome == Outcome.DONE
        && (write.span.sent() > write.tenure.leaseOver
            || tenures.get(write.code) != write.tenure)) {
      blame(write.code, "published by " + write.tenure.holder + " after its lease", write.span);
    }
    wrote(write, outcome, got);
  }

  /** A visitor was answered. */
  synchronized void redirected(String code, Span span, String via, Seen seen) {
    looks++;
    Tenure tenure = tenures.get(code);
    if (tenure == null) {
      return;
    }
    boolean explained = explains(tenure, span, via, seen);
    if (explained && seen.status() == 302) {
      tenure.used(new Use(span, null));
    } else if (!explained && !wasExplained(tenure, span, via, seen)) {
      blame(code, seen + " by " + via + ", may be " + tenure.describe(span, via), span);
    }
  }

  /** True if the answer is right now. */
  synchronized boolean isPossible(String code, Span span, String via, Seen seen) {
    Tenure tenure = tenures.get(code);
    return tenure == null || explains(tenure, span, via, seen);
  }

  private boolean wasExplained(Tenure tenure, Span span, String via, Seen seen) {
    return tenure.before != null
        && span.sent() < tenure.granted.got()
        && explains(tenure.before, span, via, seen);
  }

  private boolean explains(Tenure tenure, Span read, String via, Seen seen) {
    long inUse = inUseUntil(tenure, use -> use.span().got() + use.late(via) < read.sent());
    if (lagging && inUse < read.got() && tenure.mayHaveShown(seen)) {
      return true;
    }
    Predicate<Write> fits =
        switch (seen.status()) {
          case 302 ->
              w -> seen.location().equals(w.value.target()) && read.sent() < w.value.end() + skew;
          case 404 -> w -> w.value.target() == null;
          case 410 -> w -> w.value.target() != null && w.value.end() - skew < read.got();
          default -> w -> false;
        };
    boolean recycled = seen.status() == 404 && inUse < read.got() && inUse <= lastRun;
    return recycled || tenure.possible(read, via).stream().anyMatch(fits);
  }

  /** Until when the link cannot be idle, as those uses tell. */
  private long inUseUntil(Tenure tenure, Predicate<Use> counts) {
    long until = 0;
    for (Use use : tenure.uses) {
      if (counts.test(use)) {
        until = Math.max(until, use.span().sent() + kept);
      }
    }
    if (until > 0) {
      // What says how long it lives is kept that long; the last such write counts.
      Write last = tenure.writes.get(tenure.writes.size() - 1);
      if (last.certain && last.value.target() != null && last.value.end() != NEVER) {
        until = Math.max(until, last.value.end() - skew);
      }
    }
    return until;
  }

  /** Notes what must not be. */
  synchronized void blame(String code, String what, Span span) {
    violations.add(code + " " + what + ", " + span);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** How many answers were judged. */
  synchronized long looks() {
    return looks;
  }

  /** How many codes were handed out once more. */
  synchronized long comeBack() {
    return comeBack;
  }
}
