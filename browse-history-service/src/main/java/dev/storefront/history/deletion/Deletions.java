package dev.storefront.history.deletion;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.product.ProductFacts;
import dev.storefront.history.product.Products;
import dev.storefront.history.recording.ViewRecorder;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Deletes views, first in MySQL, which never forgets what was acknowledged, then in Redis for
 * everyone to see. Redis may find that a deletion counts from later, because a view of a clock that
 * is ahead goes too; then MySQL learns that before the user does. All of it may be repeated; a call
 * that fails in between is to be made again, and nothing shows less than the user asked for. Redis
 * tells a repeat all that holds, so that MySQL learns what the first call could not tell it.
 */
@Component
public class Deletions {

  private static final int PAGE = 1_000;

  private final DeletionLog deletionLog;
  private final DeletionFeed feed;
  private final DeletionScripts scripts;
  private final Products products;
  private final Clock clock;

  Deletions(
      DeletionLog deletionLog,
      DeletionFeed feed,
      DeletionScripts scripts,
      Products products,
      Clock clock) {
    this.deletionLog = deletionLog;
    this.feed = feed;
    this.scripts = scripts;
    this.products = products;
    this.clock = clock;
  }

  /**
   * That all of a user was erased.
   *
   * @param upTo epoch milliseconds
   */
  public record Erasure(String user, long upTo) {

    /** Before all that hold for a time or a later one, epoch milliseconds. */
    public static Erasure from(long time) {
      return new Erasure("", time);
    }
  }

  /** Deletes the user's views of these SKUs up to now, and those of others of their groups. */
  @UseCase("delete-views")
  void delete(String user, Set<Long> skuIds) {
    long now = clock.millis();
    ProductFacts facts = products.lookUp(skuIds);
    if (!facts.complete()) {
      // Without its group a deletion would let older SKUs of it show in the place of what is gone.
      throw new BackendUnavailableException(
          "db", false, new IllegalStateException("Products cannot be asked for their groups"));
    }
    List<Deletion> wanted =
        facts.products().stream().map(p -> new Deletion(p.skuId(), p.group(), now)).toList();
    deletionLog.deleted(user, wanted);
    List<Deletion> effective = ScriptRunner.await(scripts.delete(user, wanted));
    deletionLog.deleted(user, effective.stream().filter(d -> d.deletedAt() > now).toList());
  }

  /** Deletes all of the user's views up to now. */
  @UseCase("clear-history")
  void clear(String user) {
    long now = clock.millis();
    deletionLog.cleared(user, now);
    deletionLog.deleted(user, ScriptRunner.await(scripts.clear(user, now)));
  }

  /** A user's deletions, the latest first. */
  public List<Deletion> of(String user) {
    return deletionLog.of(user, DeletionScripts.MOST_REMEMBERED);
  }

  /** The next deletions of a user after a SKU, 1,000 at most, by SKU. */
  public List<Deletion> of(String user, long afterSku) {
    return deletionLog.of(user, afterSku, PAGE);
  }

  /** The latest time for which a deletion of the user holds, epoch milliseconds; 0 for none. */
  public long latestOf(String user) {
    return deletionLog.latestOf(user);
  }

  /** Up to when the user cleared the history, or had it erased, epoch milliseconds. */
  public OptionalLong clearedAt(String user) {
    return deletionLog.clearedAt(user);
  }

  /** Up to when all of the user was erased, epoch milliseconds. */
  public OptionalLong erasedAt(String user) {
    return deletionLog.erasedAt(user);
  }

  /** The same within a transaction, until whose end nobody changes it. */
  public OptionalLong lockErasure(String user) {
    return deletionLog.lockErasure(user);
  }

  /** Up to when the user cleared the history, unless all up to then was erased. */
  public OptionalLong clearedSinceErasure(String user) {
    return deletionLog.clearedSinceErasure(user);
  }

  /**
   * Has nothing up to a time come back, from wherever; the one thing that stays when all of a user
   * is erased. May be repeated.
   */
  public void markErased(String user, long upTo) {
    deletionLog.erased(user, upTo);
  }

  /** Forgets a user's deletions up to the time of an erasure; may be repeated. */
  public void forget(String user, long upTo) {
    deletionLog.forget(user, upTo);
  }

  /** Has Redis forget all that it has of a user up to the time of an erasure, likewise. */
  public void eraseFromRedis(String user, long upTo) {
    // Whenever this comes, a Redis that falls back afterwards is told of it again.
    deletionLog.erased(user, upTo);
    ScriptRunner.await(scripts.erase(user, upTo));
  }

  /** The next erasures after one, in the order of their times, so many at most. */
  public List<Erasure> erasedAfter(Erasure place, int most) {
    return feed.erasedAfter(place, most);
  }

  /** What one user deleted the other has deleted too, from the same times on; may be repeated. */
  public void copy(String from, String to) {
    List<Deletion> deletions = of(from);
    if (!deletions.isEmpty()) {
      deletionLog.deleted(to, deletions);
      ScriptRunner.await(scripts.restore(to, -1, deletions));
    }
  }

  /**
   * Has Redis have deletions that it may have lost: the next ones that MySQL knows after a place.
   * May be repeated, while others delete, and while Redis is in doubt.
   *
   * @param users only of these
   * @return where to go on, empty at the end
   */
  public Optional<DeletionPlace> restore(DeletionPlace place, Predicate<String> users) {
    return place.clearings() ? restoreClearings(place, users) : restoreViews(place, users);
  }

  private Optional<DeletionPlace> restoreClearings(DeletionPlace place, Predicate<String> users) {
    List<DeletionFeed.Cleared> page = feed.clearedAfter(place, PAGE);
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    DeletionPlace next = place;
    for (DeletionFeed.Cleared cleared : page) {
      String user = cleared.user();
      next = place.at(cleared.changedAt(), user, 0);
      if (users.test(user)) {
        calls.add(scripts.restore(user, cleared.clearedAt(), List.of()));
        if (cleared.erasedAt() >= 0) {
          calls.add(scripts.erase(user, cleared.erasedAt()));
        }
      }
    }
    ViewRecorder.awaitAll(calls);
    return Optional.of(page.size() < PAGE ? place.afterClearings() : next);
  }

  private Optional<DeletionPlace> restoreViews(DeletionPlace place, Predicate<String> users) {
    List<DeletionFeed.Logged> page = feed.deletedAfter(place, PAGE);
    Map<String, List<Deletion>> byUser = new HashMap<>();
    DeletionPlace next = place;
    for (DeletionFeed.Logged logged : page) {
      Deletion deletion = logged.deletion();
      next = place.at(logged.changedAt(), logged.user(), deletion.skuId());
      if (users.test(logged.user())) {
        byUser.computeIfAbsent(logged.user(), user -> new ArrayList<>()).add(deletion);
      }
    }
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    byUser.forEach((user, deletions) -> calls.add(scripts.restore(user, -1, deletions)));
    ViewRecorder.awaitAll(calls);
    return page.size() < PAGE ? Optional.empty() : Optional.of(next);
  }
}
