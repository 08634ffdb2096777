package dev.storefront.common.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.SampleApplication;
import dev.storefront.common.run.Instance.CountTo;
import dev.storefront.common.run.Instance.Counted;
import dev.storefront.common.run.Instance.Work;
import dev.storefront.common.run.RunStart.AlreadyRunning;
import dev.storefront.common.run.RunStart.Started;
import dev.storefront.common.run.RunStart.TooMany;
import dev.storefront.common.web.ProblemException;
import dev.storefront.localstack.testing.WithBackends;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Long work of several instances on one database. Each test has a kind of its own. */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "common")
class RunsTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final RunOutcome DONE = new RunOutcome.Done();

  @Autowired DataSource database;
  @Autowired JdbcClient db;
  private final List<Instance> instances = new ArrayList<>();
  private String kind;

  @BeforeEach
  void makeKind() {
    kind = UUID.randomUUID().toString();
    db.sql("CREATE TABLE IF NOT EXISTS counted (kind VARCHAR(40), number BIGINT)").update();
  }

  @AfterEach
  void stop() {
    instances.forEach(Instance::reconnect);
    instances.forEach(Instance::close);
  }

  @Test
  void a_run_tells_how_far_it_is_and_what_it_found() {
    CountDownLatch half = new CountDownLatch(1);
    CountDownLatch rest = new CountDownLatch(1);
    Instance one =
        instance(
            (here, run) -> {
              run.save(new Counted(5), List.of(new Counted(1), new Counted(2)));
              half.countDown();
              rest.await();
              run.save(new Counted(10), List.of(new Counted(3), new Counted(4)));
              return DONE;
            });
    long id = startedIn(one, new CountTo(10));
    assertThat(found(one, id).state()).isEqualTo(RunState.QUEUED);
    assertThat(found(one, id).startedAt()).isNull();

    one.started();
    await().until(() -> half.getCount() == 0);
    Run<CountTo, Counted> midway = found(one, id);
    assertThat(midway.state()).isEqualTo(RunState.RUNNING);
    assertThat(midway.request()).isEqualTo(new CountTo(10));
    assertThat(midway.progress()).isEqualTo(new Counted(5));
    assertThat(midway.finishedAt()).isNull();
    rest.countDown();

    Run<CountTo, Counted> ended = ended(one, id);
    assertThat(ended.state()).isEqualTo(RunState.DONE);
    assertThat(ended.progress()).isEqualTo(new Counted(10));
    assertThat(ended.startedAt()).isAfterOrEqualTo(ended.createdAt());
    assertThat(ended.finishedAt()).isAfterOrEqualTo(ended.startedAt());
    assertThat(ended.createdAt())
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    assertThat(one.runs.findings(id, Counted.class))
        .as("the first three")
        .containsExactly(new Counted(1), new Counted(2), new Counted(3));
    assertThat(one.runs.find(Long.toString(id))).contains(ended);
    assertThat(one.runs.find("nonsense")).isEmpty();
    assertThat(one.runs.find("99999999999999999999")).isEmpty();
  }

  @Test
  void another_instance_goes_on_when_the_owner_is_gone_and_the_late_one_counts_nothing() {
    CountDownLatch frozen = new CountDownLatch(1);
    AtomicReference<Throwable> late = new AtomicReference<>();
    List<Long> fences = new CopyOnWriteArrayList<>();
    Instance owner =
        instance(
            (here, run) -> {
              fences.add(run.fence());
              here.count(run, 40);
              frozen.await();
              try {
                here.count(run, 100);
              } catch (RunLostException e) {
                late.set(e);
                throw e;
              }
              return DONE;
            });
    long id = startedIn(owner.started(), new CountTo(100));
    await().until(() -> found(owner, id).progress().number() == 40);
    owner.cutOff();
    db.sql("UPDATE run SET lease_until = 0 WHERE id = ?").param(id).update();

    AtomicReference<Counted> wentOnFrom = new AtomicReference<>();
    Instance other =
        instance(
            (here, run) -> {
              fences.add(run.fence());
              wentOnFrom.compareAndSet(null, run.progress());
              here.count(run, 70);
              await().until(() -> late.get() != null);
              here.count(run, 100);
              return DONE;
            });
    other.started();
    await().until(() -> found(other, id).progress().number() == 70);
    owner.reconnect();
    frozen.countDown();

    assertThat(ended(other, id).state()).isEqualTo(RunState.DONE);
    assertThat(found(other, id).takeovers()).isEqualTo(1);
    assertThat(fences).hasSize(2).isSorted().doesNotHaveDuplicates();
    assertThat(wentOnFrom.get()).isEqualTo(new Counted(40));
    assertThat(counted())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
  }

  @Test
  void a_run_that_is_ordered_in_a_transaction_begins_with_its_end() {
    Instance one =
        instance(
                (here, run) -> {
                  here.count(run, 1);
                  return DONE;
                })
            .started();
    List<Long> ids = new ArrayList<>();
    assertThatThrownBy(
            () ->
                one.inTransaction(
                    () -> {
                      ids.add(startedIn(one, new CountTo(1)));
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    one.inTransaction(() -> ids.add(startedIn(one, new CountTo(1))));

    assertThat(ended(one, ids.get(1)).takeovers()).isZero();
    assertThat(one.runs.find(ids.get(0))).isEmpty();
  }

  @Test
  void an_owner_that_lives_keeps_its_run_however_long_a_step_takes() {
    CountDownLatch on = new CountDownLatch(1);
    Instance owner =
        instance(
            Duration.ofSeconds(6),
            (here, run) -> {
              on.await();
              here.count(run, 1);
              return DONE;
            });
    long id = startedIn(owner.started(), new CountTo(1));
    await().until(() -> leasedUntil(id) > 0);
    long first = leasedUntil(id);
    await().until(() -> leasedUntil(id) > first);
    on.countDown();

    assertThat(ended(owner, id).progress()).isEqualTo(new Counted(1));
  }

  @Test
  void instances_share_the_work_and_count_each_step_once() {
    Work task =
        (here, run) -> {
          here.count(run, run.request().end());
          return DONE;
        };
    Instance one = instance(task).started();
    Instance two = instance(task).started();
    List<Long> ids = new ArrayList<>();
    for (int n = 0; n < 30; n++) {
      ids.add(startedIn(n % 2 == 0 ? one : two, new CountTo(10)));
    }
    ids.forEach(id -> assertThat(ended(one, id).progress()).isEqualTo(new Counted(10)));
    assertThat(counted()).hasSize(300);
  }

  @Test
  void nothing_of_a_cancelled_run_counts_any_more_and_it_is_cleared_once_its_owner_stopped() {
    CountDownLatch cancelled = new CountDownLatch(1);
    AtomicInteger cleared = new AtomicInteger();
    Instance one =
        instance(
            LONG,
            new Work() {
              @Override
              public RunOutcome work(Instance here, ActiveRun<CountTo, Counted> run)
                  throws InterruptedException {
                here.count(run, 10);
                cancelled.await();
                here.count(run, 20);
                return DONE;
              }

              @Override
              public void clear(Run<CountTo, Counted> over) {
                assertThat(over.state()).isEqualTo(RunState.CANCELLED);
                cleared.incrementAndGet();
              }
            });
    long id = startedIn(one.started(), new CountTo(20));
    await().until(() -> found(one, id).progress().number() == 10);

    assertThat(one.runs.cancel(id)).isTrue();
    Run<CountTo, Counted> now = found(one, id);
    assertThat(now.state()).isEqualTo(RunState.CANCELLED);
    assertThat(now.finishedAt()).isNotNull();
    assertThat(cleared).hasValue(0);
    cancelled.countDown();

    await().until(() -> !isPending(id));
    assertThat(cleared).hasValue(1);
    assertThat(counted()).hasSize(10);
    assertThat(one.runs.cancel(id)).as("a repeat").isTrue();
    assertThat(found(one, id)).usingRecursiveComparison().isEqualTo(now);
    assertThat(one.runs.cancel(Long.MAX_VALUE)).isFalse();
    assertThat(
            one.meters.counter("storefront.runs.ended", "kind", kind, "state", "CANCELLED").count())
        .isEqualTo(1);
  }

  @Test
  void an_owner_that_saves_nothing_hears_that_another_instance_cancelled_its_run() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    AtomicInteger cleared = new AtomicInteger();
    Work waits =
        new Work() {
          @Override
          public RunOutcome work(Instance here, ActiveRun<CountTo, Counted> run)
              throws InterruptedException {
            begun.countDown();
            assertThatThrownBy(
                    () ->
                        await()
                            .until(
                                () -> {
                                  run.check();
                                  return false;
                                }))
                .isInstanceOf(RunLostException.class);
            assertThat(cleared).as("while its owner is at work").hasValue(0);
            stopped.countDown();
            throw new RunLostException(run.id());
          }

          @Override
          public void clear(Run<CountTo, Counted> over) {
            cleared.incrementAndGet();
          }
        };
    Instance owner = instance(Duration.ofSeconds(6), waits);
    long id = startedIn(owner.started(), new CountTo(1));
    await().until(() -> begun.getCount() == 0);

    assertThat(instance(Duration.ofSeconds(6), waits).runs.cancel(id)).isTrue();

    await().until(() -> stopped.getCount() == 0);
    await().until(() -> !isPending(id));
    assertThat(cleared).hasValue(1);
  }

  @Test
  void a_run_that_is_over_cannot_be_cancelled_and_one_that_waits_never_begins() {
    AtomicInteger begun = new AtomicInteger();
    Instance one =
        instance(
            (here, run) -> {
              begun.incrementAndGet();
              return DONE;
            });
    long waiting = startedIn(one, new CountTo(1));
    assertThat(one.runs.cancel(waiting)).isTrue();
    one.started();
    long done = startedIn(one, new CountTo(1));
    assertThat(ended(one, done).state()).isEqualTo(RunState.DONE);
    assertThat(one.runs.cancel(done)).isTrue();
    assertThat(found(one, done).state()).isEqualTo(RunState.DONE);
    await().until(() -> !isPending(waiting));
    assertThat(found(one, waiting).startedAt()).isNull();
    assertThat(begun).hasValue(1);
  }

  @Test
  void of_runs_with_the_same_key_one_is_open() throws Exception {
    Instance one = instance((here, run) -> DONE);
    ExecutorService callers = Executors.newFixedThreadPool(8);
    Callable<RunStart> start = () -> one.runs.startAlone(new CountTo(1), "all");
    List<RunStart> starts = new ArrayList<>();
    for (Future<RunStart> reply : callers.invokeAll(Collections.nCopies(8, start))) {
      starts.add(reply.get());
    }
    callers.shutdown();
    List<Started> started =
        starts.stream().filter(Started.class::isInstance).map(Started.class::cast).toList();
    assertThat(started).hasSize(1);
    long id = started.get(0).id();
    assertThat(starts).contains(new AlreadyRunning(id));
    assertThat(one.runs.startAlone(new CountTo(1), "another")).isInstanceOf(Started.class);

    one.started();
    ended(one, id);
    assertThat(one.runs.startAlone(new CountTo(1), "all")).isInstanceOf(Started.class);
  }

  /** Who asks while a run ends meets its end: the database may choose one of them to give way. */
  @Test
  void who_asks_for_the_only_run_while_it_ends_hears_of_it_or_has_the_next_one() throws Exception {
    Instance one = instance((here, run) -> DONE).started();
    ExecutorService callers = Executors.newFixedThreadPool(16);
    Callable<RunStart> start = () -> one.runs.startAlone(new CountTo(1), "all");
    List<RunStart> starts = new ArrayList<>();
    for (Future<RunStart> reply : callers.invokeAll(Collections.nCopies(2_000, start))) {
      starts.add(reply.get());
    }
    callers.shutdown();
    assertThat(starts).hasAtLeastOneElementOfType(AlreadyRunning.class);
    assertThat(starts).allMatch(s -> s instanceof Started || s instanceof AlreadyRunning);
  }

  @Test
  void what_is_done_again_and_again_begins_once_the_last_run_has_been_over_for_long_enough()
      throws Exception {
    Instance one = instance((here, run) -> DONE);
    Instance two = instance((here, run) -> DONE);
    Duration hour = Duration.ofHours(1);
    ExecutorService callers = Executors.newFixedThreadPool(8);
    List<Callable<Optional<Long>>> asks = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      Instance asker = n % 2 == 0 ? one : two;
      asks.add(() -> asker.runs.startAgain(new CountTo(1), "round", hour));
    }
    List<Long> ordered = new ArrayList<>();
    for (Future<Optional<Long>> reply : callers.invokeAll(asks)) {
      reply.get().ifPresent(ordered::add);
    }
    callers.shutdown();
    assertThat(ordered).as("one of all instances").hasSize(1);
    long first = ordered.get(0);
    isOrderedLongAgo(first);
    assertThat(two.runs.startAgain(new CountTo(1), "round", hour)).as("not over").isEmpty();
    assertThat(two.runs.startAgain(new CountTo(1), "another", hour)).isPresent();

    one.started();
    ended(one, first);
    assertThat(two.runs.startAgain(new CountTo(1), "round", hour)).as("just over").isEmpty();
    db.sql("UPDATE run SET finished_at = finished_at - 3600000 WHERE id = ?").param(first).update();
    long second = two.runs.startAgain(new CountTo(1), "round", hour).orElseThrow();
    ended(one, second);
    assertThat(two.runs.startAgain(new CountTo(1), "round", hour))
        .as("the last one counts")
        .isEmpty();
    assertThat(two.runs.startAgain(new CountTo(1), "round", Duration.ZERO)).isPresent();
  }

  @Test
  void of_two_that_look_at_the_same_time_one_orders_also_where_its_run_is_over_at_once() {
    Duration hour = Duration.ofHours(1);
    // Runs are made an hour older.
    Duration kept = hour.multipliedBy(10);
    Instance fast = instance(LONG, kept, (here, run) -> DONE).started();
    Instance slow = instance(LONG, kept, (here, run) -> DONE);
    for (int runs = 1; runs <= 3; runs++) {
      slow.afterNextQuestion(
          () -> ended(fast, fast.runs.startAgain(new CountTo(1), "round", hour).orElseThrow()));
      assertThat(slow.runs.startAgain(new CountTo(1), "round", hour))
          .as("after the look came run %d, and ended", runs)
          .isEmpty();
      assertThat(slow.runs.page("round", 10, null).items()).hasSize(runs);
      db.sql("UPDATE run SET finished_at = finished_at - 3600000 WHERE kind = ?")
          .param(kind)
          .update();
    }
  }

  private void isOrderedLongAgo(long id) {
    db.sql("UPDATE run SET created_at = 0 WHERE id = ?").param(id).update();
  }

  @Test
  void there_are_no_more_open_runs_than_the_kind_allows() {
    Instance one = instance((here, run) -> DONE);
    for (int n = 0; n < 100; n++) {
      startedIn(one, new CountTo(1));
    }
    assertThat(one.runs.start(new CountTo(1))).isEqualTo(new TooMany());
  }

  @Test
  void a_run_that_is_over_is_one_of_them_until_it_is_cleared() {
    Instance one = instance((here, run) -> DONE);
    for (int n = 0; n < 100; n++) {
      one.runs.cancel(startedIn(one, new CountTo(1)));
    }
    assertThat(one.runs.start(new CountTo(1))).isEqualTo(new TooMany());

    one.started();
    await().until(() -> !one.runs.isFull());
    assertThat(one.runs.start(new CountTo(1))).isInstanceOf(Started.class);
  }

  @Test
  void what_fails_for_a_while_goes_on_where_it_was_and_what_fails_for_good_says_why() {
    AtomicInteger calls = new AtomicInteger();
    Instance one =
        instance(
            (here, run) -> {
              if (run.request().end() == 0) {
                return new RunOutcome.Failed("x".repeat(600));
              }
              here.count(run, run.progress().number() + 1);
              if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("not now");
              }
              return DONE;
            });
    long troubled = startedIn(one.started(), new CountTo(3));
    assertThat(ended(one, troubled).progress()).isEqualTo(new Counted(3));
    Run<CountTo, Counted> failed = ended(one, startedIn(one, new CountTo(0)));
    assertThat(failed.state()).isEqualTo(RunState.FAILED);
    assertThat(failed.failure()).startsWith("xxx").endsWith("...").hasSize(500);
  }

  @Test
  void what_comes_no_further_for_half_an_hour_is_given_up() {
    Instance one =
        instance(
            (here, run) -> {
              throw new IllegalStateException("never");
            });
    long id = startedIn(one, new CountTo(3));
    db.sql("UPDATE run SET tries = ? WHERE id = ?").params(ActiveRun.MOST_TRIES, id).update();
    one.started();
    Run<CountTo, Counted> failed = ended(one, id);
    assertThat(failed.state()).isEqualTo(RunState.FAILED);
    assertThat(failed.failure()).isEqualTo("The service could not go on with it.");
  }

  @Test
  void a_run_that_waits_for_a_time_keeps_nobody_else_waiting() {
    Instance one =
        instance(
            (here, run) -> {
              if (run.request().end() == 0 && run.progress().number() == 0) {
                run.save(new Counted(1));
                return new RunOutcome.GoesOnIn(SHORT);
              }
              return DONE;
            });
    long waits = startedIn(one, new CountTo(0));
    long alsoWaits = startedIn(one, new CountTo(0));
    long next = startedIn(one, new CountTo(1));
    one.started();
    ended(one, next);
    Run<CountTo, Counted> ended = ended(one, waits);
    assertThat(Duration.between(ended.startedAt(), ended.finishedAt()))
        .isGreaterThanOrEqualTo(SHORT);
    ended(one, alsoWaits);
  }

  @Test
  void runs_that_are_put_back_again_and_again_let_all_others_have_their_turn() {
    AtomicBoolean isBack = new AtomicBoolean();
    Set<Long> tried = ConcurrentHashMap.newKeySet();
    Instance one =
        instance(
            (here, run) -> {
              tried.add(run.id());
              return run.request().end() == 0 && !isBack.get()
                  ? new RunOutcome.GoesOnIn(Duration.ZERO)
                  : DONE;
            });
    List<Long> waiting = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      waiting.add(startedIn(one, new CountTo(0)));
    }
    one.started();
    await().until(() -> tried.containsAll(waiting));
    ended(one, startedIn(one, new CountTo(1)));
    isBack.set(true);
    waiting.forEach(id -> assertThat(ended(one, id).state()).isEqualTo(RunState.DONE));
  }

  @Test
  void an_instance_that_stops_gives_its_runs_back_at_once() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Instance one =
        instance(
            LONG,
            (here, run) -> {
              here.count(run, 10);
              begun.countDown();
              never.await();
              return DONE;
            });
    long id = startedIn(one.started(), new CountTo(20));
    await().until(() -> begun.getCount() == 0);
    one.close();

    Instance other =
        instance(
                LONG,
                (here, run) -> {
                  here.count(run, 20);
                  return DONE;
                })
            .started();
    assertThat(ended(other, id).progress()).isEqualTo(new Counted(20));
    assertThat(counted()).hasSize(20);
  }

  @Test
  void who_lacks_what_a_run_needs_leaves_it_to_others() {
    Instance lacking =
        instance(
            LONG,
            new Work() {
              @Override
              public RunOutcome work(Instance here, ActiveRun<CountTo, Counted> run) {
                return new RunOutcome.Failed("The wrong instance took it.");
              }

              @Override
              public boolean canWorkOn(Run<CountTo, Counted> run) {
                return run.request().end() != 7;
              }
            });
    long id = startedIn(lacking.started(), new CountTo(7));
    assertThat(ended(lacking, startedIn(lacking, new CountTo(8))).state())
        .isEqualTo(RunState.FAILED);
    assertThat(found(lacking, id).state()).isEqualTo(RunState.QUEUED);
    Instance having = instance((here, run) -> DONE).started();
    assertThat(ended(having, id).state()).isEqualTo(RunState.DONE);
  }

  @Test
  void what_is_long_over_is_forgotten_once_it_is_cleared() {
    AtomicInteger clears = new AtomicInteger();
    Instance one =
        instance(
            LONG,
            Duration.ZERO,
            new Work() {
              @Override
              public RunOutcome work(Instance here, ActiveRun<CountTo, Counted> run) {
                run.save(new Counted(1), List.of(new Counted(1)));
                return DONE;
              }

              @Override
              public void clear(Run<CountTo, Counted> over) {
                if (clears.incrementAndGet() < 3) {
                  throw new IllegalStateException("not now");
                }
              }
            });
    long id = startedIn(one.started(), new CountTo(1));
    await().until(() -> one.runs.find(id).isEmpty());
    assertThat(clears).hasValue(3);
    assertThat(one.runs.findings(id, Counted.class)).isEmpty();
  }

  @Test
  void pages_have_the_newest_first_also_of_one_subject_alone() {
    Instance one = instance((here, run) -> DONE);
    List<Long> ids = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      ids.add(0, ((Started) one.runs.start(new CountTo(n), n % 2 == 0 ? "even" : "odd")).id());
    }
    RunPage<Run<CountTo, Counted>> first = one.runs.page(3, null);
    assertThat(first.map(Run::id).items()).isEqualTo(ids.subList(0, 3));
    startedIn(one, new CountTo(9));
    RunPage<Run<CountTo, Counted>> second = one.runs.page(3, first.nextCursor());
    assertThat(second.map(Run::id).items()).isEqualTo(ids.subList(3, 5));
    assertThat(second.nextCursor()).isNull();

    RunPage<Run<CountTo, Counted>> odd = one.runs.page("odd", 1, null);
    assertThat(odd.map(Run::id).items()).containsExactly(ids.get(1));
    assertThat(one.runs.page("odd", 1, odd.nextCursor()).map(Run::id).items())
        .containsExactly(ids.get(3));
    assertThatThrownBy(() -> one.runs.page(3, odd.nextCursor()))
        .isInstanceOf(ProblemException.class);
  }

  @Test
  void a_step_is_taken_again_while_the_database_is_away_and_counts_once() {
    AtomicInteger tries = new AtomicInteger();
    Instance one =
        instance(
            LONG,
            (here, run) -> {
              run.reach(
                  new Counted(1),
                  List.of(),
                  save -> {
                    tries.incrementAndGet();
                    here.note(1, save);
                    throw new IllegalStateException("committed, and nobody heard of it");
                  });
              return DONE;
            });
    long id = startedIn(one.started(), new CountTo(1));
    assertThat(ended(one, id).progress()).isEqualTo(new Counted(1));
    assertThat(tries).hasValue(1);
    assertThat(counted()).containsExactly(1L);
  }

  @Test
  void operators_see_how_many_runs_are_open_and_how_old_the_oldest_is() {
    CountDownLatch on = new CountDownLatch(1);
    Instance one =
        instance(
            (here, run) -> {
              on.await();
              return DONE;
            });
    long id = startedIn(one.started(), new CountTo(1));
    await().until(() -> gauge(one, "storefront.runs.open") == 1);
    await().until(() -> gauge(one, "storefront.runs.running") == 1);
    await().until(() -> gauge(one, "storefront.runs.oldest") > 0);
    on.countDown();
    ended(one, id);
    await().until(() -> gauge(one, "storefront.runs.open") == 0);
    assertThat(gauge(one, "storefront.runs.running")).isZero();
    assertThat(one.meters.counter("storefront.runs.ended", "kind", kind, "state", "DONE").count())
        .isEqualTo(1);
  }

  private double gauge(Instance of, String name) {
    return of.meters.get(name).tag("kind", kind).gauge().value();
  }

  private Instance instance(Work task) {
    return instance(LONG, task);
  }

  private Instance instance(Duration lease, Work task) {
    return instance(lease, LONG, task);
  }

  private Instance instance(Duration lease, Duration kept, Work task) {
    RunKind<CountTo, Counted> definition =
        new RunKind<>(kind, CountTo.class, new Counted(0), 1, 100, 3);
    Instance made = new Instance(database, definition, task, lease, kept);
    instances.add(made);
    return made;
  }

  private List<Long> counted() {
    return db.sql("SELECT number FROM counted WHERE kind = ? ORDER BY number")
        .param(kind)
        .query(Long.class)
        .list();
  }

  private static long startedIn(Instance instance, CountTo request) {
    return ((Started) instance.runs.start(request)).id();
  }

  private static Run<CountTo, Counted> found(Instance instance, long id) {
    return instance.runs.find(id).orElseThrow();
  }

  private static Run<CountTo, Counted> ended(Instance instance, long id) {
    return await().until(() -> found(instance, id), run -> run.state().isOver());
  }

  private long leasedUntil(long id) {
    return db.sql("SELECT lease_until FROM run WHERE id = ?").param(id).query(Long.class).single();
  }

  private boolean isPending(long id) {
    return db.sql("SELECT pending FROM run WHERE id = ?").param(id).query(Boolean.class).single();
  }
}
