package dev.storefront.history.pause;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.Pauses;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.recording.ViewRecorder;
import dev.storefront.lua.LuaScript;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Pauses and resumes the recording of a user's views, first in MySQL, which the offline pipeline
 * reads, then in Redis, for whoever records. What counts is when a view was made, not when it
 * comes. All of it may be repeated; a call that fails in between is to be made again.
 */
@Component
public class PausedRecording {

  private static final Logger log = LoggerFactory.getLogger(PausedRecording.class);
  private static final LuaScript APPLY_PAUSES = LuaScript.load("history/applyPauses");
  private static final int PAGE = 1_000;

  /** What is made up for at a start. */
  private static final Duration OUTAGE = Duration.ofHours(1);

  /** More than the clocks of two instances differ, and a call takes. */
  private static final Duration CLOCKS = Duration.ofMinutes(10);

  private final PauseTable table;
  private final Deletions deletions;
  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final Clock clock;
  private volatile long madeUpTo;

  PausedRecording(
      PauseTable table,
      Deletions deletions,
      ScriptRunner scripts,
      Namespace namespace,
      Clock clock) {
    this.table = table;
    this.deletions = deletions;
    this.scripts = scripts;
    this.namespace = namespace;
    this.clock = clock;
    this.madeUpTo = clock.millis() - OUTAGE.toMillis();
  }

  /**
   * Views that are made from now on do not show.
   *
   * @return false if the user has paused as often as can be remembered, and this time did not
   */
  @UseCase("pause-recording")
  boolean pause(String user) {
    if (!table.begin(user, clock.millis())) {
      return false;
    }
    tell(user, true);
    return true;
  }

  /** Views that are made from now on show. */
  @UseCase("resume-recording")
  void resume(String user) {
    table.end(user, clock.millis());
    tell(user, true);
  }

  /** Ends a pause with an erasure, in its transaction; Redis learns it when it is erased. */
  public void end(String user, long upTo) {
    table.end(user, upTo);
  }

  /** Forgets a user's pauses up to the time of an erasure; may be repeated. */
  public void forget(String user, long upTo) {
    table.forget(user, upTo);
  }

  /** Has Redis know again, after an erasure, the pauses that are not forgotten. */
  public void applyAgain(String user) {
    tell(user, false);
  }

  /** A user's pauses, the latest first. */
  public Pauses of(String user) {
    return table.of(user);
  }

  boolean isPaused(String user) {
    return table.isPaused(user);
  }

  /**
   * Has Redis have pauses that it may have lost: of users who changed theirs, the next ones after a
   * place. May be repeated, while others pause, and while Redis is in doubt.
   *
   * @param users only of these
   * @return where to go on, empty at the end
   */
  public Optional<PausePlace> restore(PausePlace place, Predicate<String> users) {
    List<PausePlace> page = table.changedAfter(place, PAGE);
    Set<String> changed = new LinkedHashSet<>();
    page.stream().map(PausePlace::user).filter(users).forEach(changed::add);
    Map<String, Pauses> told = new HashMap<>();
    changed.forEach(user -> told.put(user, table.of(user)));
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    told.forEach((user, pauses) -> calls.add(apply(user, pauses, false)));
    ViewRecorder.awaitAll(calls);
    told.forEach(this::eraseAgain);
    return page.size() < PAGE ? Optional.empty() : Optional.of(page.get(page.size() - 1));
  }

  /**
   * Has Redis know what a call left in MySQL alone, because Redis was away or the instance died in
   * between. Each instance does, of all changes since it last could; again and again, as clocks
   * differ.
   */
  @Scheduled(fixedDelay = 60_000, initialDelay = 60_000)
  void makeUp() {
    long now = clock.millis();
    try {
      Optional<PausePlace> place = Optional.of(PausePlace.since(madeUpTo - CLOCKS.toMillis()));
      while (place.isPresent()) {
        place = restore(place.get(), user -> true);
      }
      madeUpTo = now;
    } catch (BackendUnavailableException | DataAccessException away) {
      log.warn("Redis hears of pauses later: {}", away.toString());
    }
  }

  private void tell(String user, boolean unlessInDoubt) {
    Pauses pauses = table.of(user);
    ScriptRunner.await(apply(user, pauses, unlessInDoubt));
    eraseAgain(user, pauses);
  }

  /**
   * What was read before an erasure and told after it, by a call that was held up in between, would
   * stay: then Redis erases once more. Whatever begins after an erasure begins later than its time.
   */
  private void eraseAgain(String user, Pauses told) {
    if (told.times().isEmpty()) {
      return;
    }
    long erasedAt = deletions.erasedAt(user).orElse(-1);
    if (told.times().stream().anyMatch(pause -> pause.from() <= erasedAt)) {
      deletions.eraseFromRedis(user, erasedAt);
    }
  }

  private CompletableFuture<Long> apply(String user, Pauses pauses, boolean unlessInDoubt) {
    HistoryKeys keys = HistoryKeys.of(namespace.key(""), user);
    long lifetime = HistoryRules.DELETION_LIFETIME.toMillis();
    ScriptCall call =
        ScriptCall.of(
            APPLY_PAUSES,
            List.of(keys.views(), keys.cold(), keys.pauses(), keys.count()),
            lifetime,
            Pauses.MOST,
            Math.max(0, clock.millis() - lifetime),
            pauses.encode());
    return scripts.integer(unlessInDoubt ? call.unlessInDoubt() : call);
  }
}
