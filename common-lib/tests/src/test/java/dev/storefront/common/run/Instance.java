package dev.storefront.common.run;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An instance of a service that has runs, on a database that others share with it. */
final class Instance implements AutoCloseable {

  private final CutDataSource source;
  final MeterRegistry meters = new SimpleMeterRegistry();
  final Runs<CountTo, Counted> runs;
  private final JdbcClient db;
  private final TransactionTemplate transaction;
  private final String kind;

  Instance(
      DataSource database,
      RunKind<CountTo, Counted> kind,
      Work work,
      Duration lease,
      Duration kept) {
    source = new CutDataSource(database);
    db = JdbcClient.create(source);
    transaction = new TransactionTemplate(new JdbcTransactionManager(source));
    this.kind = kind.name();
    RunFactory factory =
        new RunFactory(
            db,
            new JdbcTemplate(source),
            transaction,
            meters,
            new RunProperties(lease, Duration.ofMillis(20), kept));
    runs = factory.runs(kind, taskOf(work));
  }

  private RunTask<CountTo, Counted> taskOf(Work work) {
    return new RunTask<>() {
      @Override
      public RunOutcome work(ActiveRun<CountTo, Counted> run) throws InterruptedException {
        return work.work(Instance.this, run);
      }

      @Override
      public boolean canWorkOn(Run<CountTo, Counted> run) {
        return work.canWorkOn(run);
      }

      @Override
      public void clear(Run<CountTo, Counted> over) {
        work.clear(over);
      }
    };
  }

  /** Counts on, each number and how far the run is in one transaction. */
  void count(ActiveRun<CountTo, Counted> run, long end) {
    for (long number = run.progress().number() + 1; number <= end; number++) {
      Counted after = new Counted(number);
      note(number, () -> run.save(after));
    }
  }

  /** Notes a number in one transaction with something else. */
  void note(long number, Runnable and) {
    transaction.executeWithoutResult(
        status -> {
          db.sql("INSERT INTO counted (kind, number) VALUES (?, ?)").params(kind, number).update();
          and.run();
        });
  }

  void inTransaction(Runnable work) {
    transaction.executeWithoutResult(status -> work.run());
  }

  Instance started() {
    runs.start();
    return this;
  }

  /** From now on the database does not hear of it, as of one that is dead or frozen. */
  void cutOff() {
    source.cut = true;
  }

  void reconnect() {
    source.cut = false;
  }

  /** What happens elsewhere once this instance has asked the database for one thing more. */
  void afterNextQuestion(Runnable elsewhere) {
    source.questions = 0;
    source.elsewhere = elsewhere;
  }

  @Override
  public void close() {
    runs.stop();
  }

  /** As a {@link RunTask} that knows where it is worked on. */
  interface Work {

    RunOutcome work(Instance here, ActiveRun<CountTo, Counted> run) throws InterruptedException;

    default boolean canWorkOn(Run<CountTo, Counted> run) {
      return true;
    }

    default void clear(Run<CountTo, Counted> over) {}
  }

  /** What a run of these tests is asked for. */
  record CountTo(long end) {}

  /** How far it has counted. */
  record Counted(long number) {}

  private static final class CutDataSource extends DelegatingDataSource {

    private volatile boolean cut;
    private int questions;
    private Runnable elsewhere = () -> {};

    CutDataSource(DataSource database) {
      super(database);
    }

    @Override
    public Connection getConnection() throws SQLException {
      if (cut) {
        throw new SQLException("This instance is cut off");
      }
      if (questions++ == 1) {
        elsewhere.run();
      }
      return super.getConnection();
    }
  }
}
