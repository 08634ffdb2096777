package dev.storefront.common.hbase;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;

/**
 * HBase's asynchronous client, opened at the first call and again after it failed, with a time-out
 * on every future: a service starts and stays up while HBase is away.
 */
public final class HBaseClient implements DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(HBaseClient.class);
  private static final Duration OPENING_TIMEOUT = Duration.ofSeconds(10);

  private final Configuration configuration;
  private final Duration timeout;
  private final Namespace namespace;
  private final MeterRegistry meters;
  private @Nullable CompletableFuture<AsyncConnection> connection;

  HBaseClient(HBaseProperties properties, Namespace namespace, MeterRegistry meters) {
    this.meters = meters;
    this.timeout = properties.timeout();
    this.namespace = namespace;
    this.configuration = configuration(properties);
  }

  /**
   * Calls a table. The future fails with {@link BackendUnavailableException} if HBase is away or
   * late; a write may then have happened.
   *
   * @param table the table's name, without namespace
   */
  public <T> CompletableFuture<T> call(
      String table,
      Function<AsyncTable<AdvancedScanResultConsumer>, CompletableFuture<T>> command) {
    return call(table, timeout, command);
  }

  /**
   * Reads rows, in the background where that takes longer than a call may. Nothing goes on reading
   * once the future has failed or was cancelled: the scan ends with HBase's next answer.
   *
   * @param table the table's name, without namespace
   * @param limit the longest that it may take, all of its pieces together
   * @param scan with a limit of rows: all of them are kept
   */
  public CompletableFuture<List<Result>> scan(String table, Duration limit, Scan scan) {
    ScannedRows rows = new ScannedRows();
    CompletableFuture<List<Result>> reply =
        call(
            table,
            limit,
            open -> {
              open.scan(scan, rows);
              return rows.all();
            });
    reply.whenComplete((all, error) -> rows.giveUp());
    return reply;
  }

  /** As {@link #scan(String, Duration, Scan)}, in no more time than any call may take. */
  public CompletableFuture<List<Result>> scan(String table, Scan scan) {
    return scan(table, timeout, scan);
  }

  private <T> CompletableFuture<T> call(
      String table,
      Duration limit,
      Function<AsyncTable<AdvancedScanResultConsumer>, CompletableFuture<T>> command) {
    TableName name = TableName.valueOf(namespace.table(table));
    Timer.Sample sample = Timer.start(meters);
    return onConnection(open -> command.apply(open.getTable(name)), limit)
        .whenComplete(
            (value, error) ->
                sample.stop(
                    meters.timer(
                        "storefront.hbase.call",
                        "table",
                        table,
                        "outcome",
                        error == null ? "success" : "failure")));
  }

  /** Calls the connection itself: administration, health. */
  <T> CompletableFuture<T> onConnection(
      Function<AsyncConnection, CompletableFuture<T>> command, Duration limit) {
    CompletableFuture<T> reply = new CompletableFuture<>();
    open()
        .thenCompose(command)
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (value, error) -> {
              if (error == null) {
                reply.complete(value);
              } else {
                reply.completeExceptionally(new BackendUnavailableException("hbase", true, error));
              }
            });
    return reply;
  }

  private synchronized CompletableFuture<AsyncConnection> open() {
    if (connection == null || connection.isCompletedExceptionally()) {
      CompletableFuture<AsyncConnection> inTime = new CompletableFuture<>();
      connection = inTime.orTimeout(OPENING_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      ConnectionFactory.createAsyncConnection(configuration)
          .whenComplete((opened, error) -> hand(opened, error, inTime));
    }
    // A copy: a caller's time-out must not end the opening for everyone.
    return connection.copy();
  }

  /** Closes a connection that nobody waits for any more: another is being opened. */
  private static void hand(
      @Nullable AsyncConnection opened,
      @Nullable Throwable error,
      CompletableFuture<AsyncConnection> inTime) {
    if (opened == null) {
      inTime.completeExceptionally(
          error == null ? new IllegalStateException("HBase gave no connection") : error);
    } else if (!inTime.complete(opened)) {
      try {
        opened.close();
      } catch (IOException e) {
        log.info("A connection to HBase that came too late was not closed", e);
      }
    }
  }

  private static Configuration configuration(HBaseProperties properties) {
    Configuration c = HBaseConfiguration.create();
    String quorum = properties.zookeeper();
    c.set(HConstants.ZOOKEEPER_QUORUM, quorum);
    c.set(
        HConstants.ZOOKEEPER_CLIENT_PORT,
        quorum.contains(":") ? quorum.substring(quorum.lastIndexOf(':') + 1) : "2181");
    long millis = properties.timeout().toMillis();
    c.setLong(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, millis);
    c.setLong(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, millis);
    c.setLong(HConstants.HBASE_RPC_TIMEOUT_KEY, Math.max(200, millis / 2));
    c.setLong(HConstants.HBASE_CLIENT_PAUSE, 50);
    c.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 5);
    c.setInt(HConstants.ZK_SESSION_TIMEOUT, 10_000);
    c.setInt("hbase.ipc.client.socket.timeout.connect", 1_000);
    c.setInt("hbase.client.zookeeper.session.timeout", 10_000);
    return c;
  }

  @Override
  public synchronized void destroy() throws IOException {
    if (connection != null && connection.isDone() && !connection.isCompletedExceptionally()) {
      connection.join().close();
    }
  }
}
