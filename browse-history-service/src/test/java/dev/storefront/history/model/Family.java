package dev.storefront.history.model;

import dev.storefront.history.core.View;
import dev.storefront.history.model.HistoryUnderTest.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A user and the guests that the user was. What they do comes one after the other, and between any
 * two things lies a moment: all views are of such a moment, so that each is surely before or after
 * whatever is done.
 */
final class Family {

  private static final long HOUR = 3_600_000;
  private static final int FEW = 200;

  private final String name;
  private final long start;
  private final HistoryUnderTest service;
  private final Catalogue catalogue;
  private final Queue<String> violations;
  private final List<PlainHistory> histories = new ArrayList<>();
  private final List<Long> moments = new ArrayList<>();
  private final List<Seen> told = new ArrayList<>();
  private long asked;

  Family(
      String name,
      long start,
      HistoryUnderTest service,
      Catalogue catalogue,
      Queue<String> violations) {
    this.name = name;
    this.start = start;
    this.service = service;
    this.catalogue = catalogue;
    this.violations = violations;
    for (int who = 0; who <= Plan.GUESTS; who++) {
      histories.add(new PlainHistory());
    }
  }

  String name(int who) {
    return who == 0 ? name : "guest:" + name + "-" + who;
  }

  PlainHistory history(int who) {
    return histories.get(who);
  }

  /** All views that came, in their order. */
  List<Seen> told() {
    return told;
  }

  long asked() {
    return asked;
  }

  /** Merges a guest into the user; all that was on its way has been taken before. */
  void merge(int guest, String where) {
    long wanted = history(0).merge(history(guest));
    long merged = service.merge(name(0), name(guest));
    if (merged >= 0 && merged != wanted) {
      violations.add(
          "%s, %s: merged %d of %s and should %d"
              .formatted(where, name(0), merged, name(guest), wanted));
    }
    ask(0, where + " after a merge");
  }

  /** Does a step, and looks at the list. */
  void take(Step step, String where) {
    long moment = moment();
    String user = name(step.who());
    PlainHistory plain = history(step.who());
    // Whatever is done is done after the moment and before the next one.
    long at = moment + 1;
    if (step instanceof Step.Look look) {
      look(look, user, plain);
    } else if (step instanceof Step.Delete delete) {
      List<Long> skus = delete.skus().stream().map(n -> catalogue.sku(n)).toList();
      delete(user, plain, skus, at);
    } else if (step instanceof Step.Clear) {
      plain.cleared(at);
      service.clear(user);
    } else if (step instanceof Step.Pause) {
      plain.paused(at);
      service.pause(user);
    } else if (step instanceof Step.Resume) {
      plain.resumed(at);
      service.resume(user);
    } else if (step instanceof Step.Erase) {
      plain.erased(at);
      service.erase(user);
    } else if (step instanceof Step.Pay pay) {
      plain.paid(catalogue.sku(pay.sku()), moments.get(pay.moment()));
      service.paid(user, catalogue.sku(pay.sku()), moments.get(pay.moment()));
    }
    ask(step.who(), where + " after " + step);
  }

  private void look(Step.Look look, String user, PlainHistory plain) {
    List<Seen> seen =
        look.sights().stream()
            .map(sight -> new Seen(user, new View(catalogue.sku(sight.sku()), time(sight))))
            .toList();
    seen.forEach(one -> plain.viewed(one.view()));
    told.addAll(seen);
    service.views(seen);
  }

  private long time(Step.Sight sight) {
    return sight.moment() < 0 ? start + sight.moment() * HOUR : moments.get(sight.moment());
  }

  private void delete(String user, PlainHistory plain, List<Long> skus, long at) {
    skus.forEach(sku -> plain.deleted(sku, catalogue.groupOf(sku), at));
    service.delete(user, skus);
  }

  /** Takes something out while the pipeline is between two steps. */
  void forget(int dice, String where) {
    long at = moment() + 1;
    List<View> shown = history(0).list(catalogue);
    if (dice == 0) {
      history(0).erased(at);
      service.erase(name(0));
    } else if (dice == 1) {
      history(0).cleared(at);
      service.clear(name(0));
    } else if (!shown.isEmpty()) {
      delete(name(0), history(0), List.of(shown.get(shown.size() / 2).skuId()), at);
    }
    ask(0, where + " between two steps");
  }

  /** Four days pass for those of whom HBase has all. */
  void expire(long complete) {
    for (int who = 0; who < histories.size(); who++) {
      List<View> kept = history(who).kept();
      if (kept.size() <= FEW && kept.stream().allMatch(view -> view.viewedAt() < complete)) {
        service.expire(name(who));
      }
    }
  }

  /** What is still on its way may be missing; nothing else may show. */
  private void ask(int who, String where) {
    asked++;
    for (View view : service.list(name(who), FEW)) {
      if (!history(who).mayShow(view, catalogue)) {
        violations.add(where + ", " + name(who) + ": " + view + " shows");
      }
    }
  }

  private long moment() {
    long before = service.now();
    long moment = later(before);
    moments.add(moment);
    later(moment);
    return moment;
  }

  private long later(long than) {
    long now = service.now();
    while (now <= than) {
      Thread.onSpinWait();
      now = service.now();
    }
    return now;
  }
}
