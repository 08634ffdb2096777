package dev.storefront.common.run;

import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The runs of a kind: starts them, tells how far they are, cancels them, and works on them while
 * the service is up. A bean of the service; {@link RunFactory} makes it.
 */
public final class Runs<Q, P> implements SmartLifecycle {

  private static final int MOST_TRIES = 10;

  private final RunTools<Q, P> tools;
  private final RunTask<Q, P> task;
  private final RunMetrics metrics;
  private final Map<Long, Hold> held;
  private final RunKind<Q, P> kind;
  private volatile @Nullable RunWorker<Q, P> worker;

  Runs(RunTools<Q, P> tools, RunTask<Q, P> task, RunMetrics metrics, Map<Long, Hold> held) {
    this.tools = tools;
    this.task = task;
    this.metrics = metrics;
    this.held = held;
    this.kind = tools.json().kind();
  }

  /** Orders a run; within a transaction it counts once that has ended well. */
  public RunStart start(Q request) {
    return start(request, "", null);
  }

  /**
   * Orders a run.
   *
   * @param subject what it is about, for {@link #page(String, int, String)}, 1-100 characters
   */
  public RunStart start(Q request, String subject) {
    return start(request, subject, null);
  }

  /**
   * Orders a run unless another one with the same key is not over yet.
   *
   * @param key 1-200 characters
   */
  public RunStart startAlone(Q request, String key) {
    return start(request, "", key);
  }

  /** Orders a run about a subject unless another one with the same key is not over yet. */
  public RunStart startAlone(Q request, String subject, String key) {
    return start(request, subject, key);
  }

  /**
   * Orders a run about a subject once the last one about it, whoever ordered that, has been over
   * for some time. So work is done again and again, in whichever instance: each asks every now and
   * then, one orders.
   *
   * @param subject 1-100 characters
   * @param pause by the database's clock
   * @return its number; empty if it is not time for one, or too many are not over
   */
  public Optional<Long> startAgain(Q request, String subject, Duration pause) {
    Optional<Long> last = tools.table().lastIfOver(kind.name(), subject, pause);
    if (last.isEmpty() || isFull()) {
      return Optional.empty();
    }
    try {
      return Optional.of(insert(request, subject, subject, last.get()));
    } catch (DuplicateKeyException e) {
      // Whoever looked at the same time was faster.
      return Optional.empty();
    }
  }

  private RunStart start(Q request, String subject, @Nullable String openKey) {
    if (isFull()) {
      return new RunStart.TooMany();
    }
    Optional<Long> other =
        openKey == null ? Optional.empty() : tools.table().withKey(kind.name(), openKey);
    for (int tries = 1; other.isEmpty(); tries++) {
      try {
        return new RunStart.Started(insert(request, subject, openKey, null));
      } catch (DuplicateKeyException | CannotAcquireLockException e) {
        // Another was faster. Or a run ended just now, and of those who waited for its key the
        // database lets one have it: the others lose a deadlock, and their transaction with it.
        boolean isOver = e instanceof CannotAcquireLockException && RunTable.isInTransaction();
        if (openKey == null || isOver || tries == MOST_TRIES) {
          throw e;
        }
        other = tools.table().withKeyNow(kind.name(), openKey);
      }
    }
    return new RunStart.AlreadyRunning(other.get());
  }

  private long insert(Q request, String subject, @Nullable String openKey, @Nullable Long follows) {
    String json = RunJson.write(request);
    String start = RunJson.write(kind.start());
    long id = tools.table().insert(kind.name(), subject, openKey, follows, json, start);
    wake();
    return id;
  }

  /** True if so many runs are not over or not cleared that {@link #start} would refuse. */
  public boolean isFull() {
    return tools.table().pendingCount(kind.name()) >= kind.mostOpen();
  }

  /** The run of that id, if it is of this kind and not forgotten yet. */
  public Optional<Run<Q, P>> find(long id) {
    return tools.table().find(kind.name(), id).map(tools.json()::run);
  }

  /** As {@link #find(long)}; nothing has an id that is no number. */
  public Optional<Run<Q, P>> find(String id) {
    return id.matches("[1-9][0-9]{0,17}") ? find(Long.parseLong(id)) : Optional.empty();
  }

  /**
   * The run that a call names.
   *
   * @param what a run of this kind is called, for example {@code offline run}
   * @throws dev.storefront.common.web.ProblemException 404 {@code unknown-offline-run} if there is
   *     none of that id
   */
  public Run<Q, P> existing(long id, String what) {
    return existing(Long.toString(id), what);
  }

  /** As {@link #existing(long, String)}; nothing has an id that is no number. */
  public Run<Q, P> existing(String id, String what) {
    return find(id)
        .orElseThrow(
            () ->
                Problem.of(
                        HttpStatus.NOT_FOUND,
                        "unknown-" + what.replace(' ', '-'),
                        "There is no such " + what + ".")
                    .toException());
  }

  /** What a run found, in order. */
  public <F> List<F> findings(long id, Class<F> type) {
    return tools.table().findings(id).stream().map(json -> RunJson.read(json, type)).toList();
  }

  /**
   * Ends a run that is not over: nothing more of it counts from then on. Leaves one alone that is.
   *
   * @return false if there is no such run
   */
  public boolean cancel(long id) {
    if (tools.table().cancel(kind.name(), id)) {
      metrics.ended(RunState.CANCELLED);
      Hold here = held.get(id);
      if (here != null) {
        here.cancelled();
      }
      wake();
      return true;
    }
    return find(id).isPresent();
  }

  /**
   * The newest first.
   *
   * @param limit 1 or more
   * @param cursor where the page begins, null for the first
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-cursor}
   */
  public RunPage<Run<Q, P>> page(int limit, @Nullable String cursor) {
    String list = kind.name();
    return page(list, limit, tools.table().page(list, before(list, cursor), limit + 1));
  }

  /** As {@link #page(int, String)}, of one subject. */
  public RunPage<Run<Q, P>> page(String subject, int limit, @Nullable String cursor) {
    String list = kind.name() + ":" + subject;
    long before = before(list, cursor);
    return page(list, limit, tools.table().page(kind.name(), subject, before, limit + 1));
  }

  private RunPage<Run<Q, P>> page(String list, int limit, List<RunRow> oneMore) {
    List<Run<Q, P>> items = tools.json().runs(oneMore.subList(0, Math.min(limit, oneMore.size())));
    boolean isLast = oneMore.size() <= limit;
    return new RunPage<>(
        items, isLast ? null : Cursor.encode(list, items.get(items.size() - 1).id()));
  }

  private static long before(String list, @Nullable String cursor) {
    return cursor == null ? Long.MAX_VALUE : Cursor.decodeLong(list, cursor);
  }

  /** At the end of the transaction, if there is one: before, nobody sees what there is to do. */
  private void wake() {
    RunWorker<Q, P> here = worker;
    if (here != null && TransactionSynchronizationManager.isSynchronizationActive()) {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              here.wake();
            }
          });
    } else if (here != null) {
      here.wake();
    }
  }

  @Override
  public void start() {
    RunWorker<Q, P> here = new RunWorker<>(tools, task, held, metrics);
    here.start();
    worker = here;
  }

  @Override
  public void stop() {
    RunWorker<Q, P> here = worker;
    worker = null;
    if (here != null) {
      here.stop();
    }
  }

  @Override
  public boolean isRunning() {
    return worker != null;
  }
}
