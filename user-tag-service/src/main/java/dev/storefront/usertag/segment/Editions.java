package dev.storefront.usertag.segment;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has segments tell that tags were deleted, or segments begun, so that who remembers these need not
 * ask the database (user-tag.md). Whoever is to commit such a change holds a lock of the table
 * counter, that of tags' removal or that of users, and has the edition changed before; an edition
 * is confirmed by who holds both locks, so when no change is under way.
 */
@Component
class Editions {

  private static final LuaScript CHANGE_EDITION = LuaScript.load("usertag/changeEdition");
  private static final LuaScript CONFIRM_EDITION = LuaScript.load("usertag/confirmEdition");

  private final Namespace namespace;
  private final ScriptRunner scripts;
  private final JdbcClient database;
  private final TransactionTemplate transaction;
  private final Set<Edition> unconfirmed = ConcurrentHashMap.newKeySet();

  Editions(
      Namespace namespace,
      ScriptRunner scripts,
      JdbcClient database,
      TransactionTemplate transaction) {
    this.namespace = namespace;
    this.scripts = scripts;
    this.database = database;
    this.transaction = transaction;
  }

  /**
   * From now on the segments' editions are others, and not confirmed before the transaction at hand
   * ends, which holds the lock that such a change takes.
   *
   * @throws BackendUnavailableException if Redis is away: the change must not be committed then
   */
  void change(IntStream segments) {
    await(segments.mapToObj(segment -> ScriptCall.of(CHANGE_EDITION, key(segment))));
  }

  /** Has it confirmed soon, unless it is another one by then. */
  void confirmSoon(Edition edition) {
    unconfirmed.add(edition);
  }

  @Scheduled(fixedDelay = 200)
  void confirm() {
    List<Edition> some = List.copyOf(unconfirmed);
    if (some.isEmpty()) {
      return;
    }
    // If this fails whoever reads one of them asks again: no lock is held for what nobody reads.
    some.forEach(unconfirmed::remove);
    transaction.executeWithoutResult(
        status -> {
          lock("tag-removal");
          lock("user");
          await(
              some.stream()
                  .map(
                      edition ->
                          ScriptCall.of(
                              CONFIRM_EDITION,
                              key(edition.segment()),
                              edition.build(),
                              edition.number())));
        });
  }

  /** Waits for whoever is about to change it, and lets nobody begin. */
  private void lock(String counter) {
    database
        .sql("SELECT value FROM counter WHERE name = ? LOCK IN SHARE MODE")
        .param(counter)
        .query(Long.class)
        .single();
  }

  private void await(Stream<ScriptCall> calls) {
    Stream<CompletableFuture<Long>> replies = calls.map(scripts::integer);
    Replies.await(Replies.all(replies));
  }

  private List<String> key(int segment) {
    return List.of(new SegmentKeys(namespace, segment).sets());
  }
}
