package dev.storefront.shortlink.model;

import dev.storefront.shortlink.model.LinkModel.Seen;
import dev.storefront.shortlink.model.LinkModel.Span;
import dev.storefront.shortlink.model.LinkModel.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A code in one owner's hands: where it was made to lead, and who used it. */
final class Tenure {

  private static final int MOST_USES = 50;

  final String holder;
  final Span granted;
  final List<Write> writes = new ArrayList<>();
  final List<Use> uses = new ArrayList<>();
  @Nullable Tenure before;
  long leaseOver = LinkModel.NEVER;

  /**
   * @param before of the same code, to which visits may have come that are not answered yet
   */
  Tenure(String code, String holder, Span granted, @Nullable Tenure before) {
    this.holder = holder;
    this.granted = granted;
    this.before = before;
    Write nothing = new Write(this, code, Value.NOTHING, new Span(0, 0), "");
    nothing.certain = true;
    writes.add(nothing);
  }

  /** A link is made, changed or deleted. */
  static final class Write {

    final Tenure tenure;
    final String code;
    final Value value;
    final String via;
    Span span;
    boolean certain;

    /**
     * @param via the instance that was asked
     */
    Write(Tenure tenure, String code, Value value, Span span, String via) {
      this.tenure = tenure;
      this.code = code;
      this.value = value;
      this.span = span;
      this.via = via;
    }
  }

  /**
   * The service said that the link is there: for that long it cannot be idle.
   *
   * @param via the instance that changed it; null if it was a visit
   */
  record Use(Span span, @Nullable String via) {

    /** For how long an instance may not know. */
    long late(String at) {
      return at.equals(via) ? 0 : LinkModel.LATE;
    }
  }

  Write writing(String code, Value value, Span span, String via) {
    Write write = new Write(this, code, value, span, via);
    writes.add(write);
    return write;
  }

  void used(Use use) {
    uses.add(use);
    if (uses.size() > MOST_USES) {
      uses.remove(0);
    }
  }

  /** True if the link led there once, or if it led nowhere. */
  boolean mayHaveShown(Seen seen) {
    return seen.status() != 302
        || writes.stream().anyMatch(w -> seen.location().equals(w.value.target()));
  }

  /** Writes that may hold at some moment of the read. */
  List<Write> possible(Span read, String via) {
    return writes.stream()
        .filter(w -> w.span.sent() < read.got())
        .filter(w -> writes.stream().noneMatch(later -> hides(later, w, read, via)))
        .toList();
  }

  private static boolean hides(Write later, Write write, Span read, String via) {
    return later.certain
        && write.span.got() < later.span.sent()
        && later.span.got() + (later.via.equals(via) ? 0 : LinkModel.LATE) < read.sent();
  }

  String describe(Span read, String via) {
    return possible(read, via).stream()
        .map(w -> w.value.target() + "@" + w.span + (w.certain ? "" : "?") + w.via)
        .toList()
        .toString();
  }
}
