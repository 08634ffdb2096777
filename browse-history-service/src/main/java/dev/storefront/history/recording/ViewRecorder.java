package dev.storefront.history.recording;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.RecordViews;
import dev.storefront.history.core.View;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes views into the hot history. Views may come in any order, late, and more than once. */
@Component
public class ViewRecorder {

  /** The topic that views come from, without namespace. */
  public static final String TOPIC = "page-views";

  /** The group of whoever records them: what it has committed is in Redis. */
  public static final String GROUP = "browse-history";

  private static final Logger log = LoggerFactory.getLogger(ViewRecorder.class);
  private static final LuaScript RECORD_VIEWS = LuaScript.load(RecordViews.SCRIPT);

  private final ScriptRunner scripts;
  private final Namespace namespace;

  ViewRecorder(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /**
   * Starts to record views of one user, also while Redis is in doubt; the future has the number of
   * those that were news.
   */
  public CompletableFuture<Long> record(String user, List<View> views) {
    HistoryKeys keys = HistoryKeys.of(namespace.key(""), user);
    return scripts.integer(
        ScriptCall.of(RECORD_VIEWS, RecordViews.keys(keys), RecordViews.args(views).toArray()));
  }

  /**
   * Waits for replies about many users. What Redis has of one of them may be no history, and no
   * number of calls would help: that one counts as nothing done, and keeps no others waiting.
   *
   * @return their sum
   */
  public static long awaitAll(Collection<CompletableFuture<Long>> replies) {
    return replies.stream().mapToLong(ViewRecorder::awaitOne).sum();
  }

  private static long awaitOne(CompletableFuture<Long> reply) {
    try {
      return ScriptRunner.await(reply);
    } catch (RedisCommandExecutionException e) {
      if (!RecordViews.canNeverSucceed(e.getMessage())) {
        throw e;
      }
      log.warn("What Redis has of a user is no history, and is left alone: {}", e.getMessage());
      return 0;
    }
  }
}
