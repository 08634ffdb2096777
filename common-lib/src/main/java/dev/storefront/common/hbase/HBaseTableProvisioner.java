package dev.storefront.common.hbase;

import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Creates the service's tables where they are missing, and has those that are there keep delete
 * markers, and cells that say how long they live, as long as they should; in the background, until
 * it has worked.
 */
final class HBaseTableProvisioner implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(HBaseTableProvisioner.class);
  private static final Duration CREATION = Duration.ofSeconds(60);

  /** A master that makes tables answers later than a region server that reads a row. */
  private static final Duration ADMIN_CALL = Duration.ofSeconds(10);

  /** For how long a major compaction leaves a delete marker; HBase has no name for it to share. */
  private static final String MARKERS_STAY_MILLIS = "hbase.hstore.time.to.purge.deletes";

  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final HBaseClient hbase;
  private final List<HBaseTableSpec> tables;
  private final Namespace namespace;
  private final Thread worker = new Thread(this::provisionUntilDone, "hbase-table-provisioner");
  private volatile boolean running;
  private volatile boolean done;

  HBaseTableProvisioner(HBaseClient hbase, List<HBaseTableSpec> tables, Namespace namespace) {
    this.hbase = hbase;
    this.tables = List.copyOf(tables);
    this.namespace = namespace;
    worker.setDaemon(true);
  }

  /** True once every table is there. */
  boolean isDone() {
    return done;
  }

  @Override
  public void start() {
    running = true;
    worker.start();
  }

  @Override
  public void stop() {
    running = false;
    worker.interrupt();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void provisionUntilDone() {
    while (running) {
      try {
        tables.forEach(this::create);
        done = true;
        log.info("HBase tables are ready: {}", tables.stream().map(HBaseTableSpec::name).toList());
        return;
      } catch (RuntimeException e) {
        log.warn("HBase tables are not ready yet: {}", e.toString());
      }
      try {
        Thread.sleep(PAUSE.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void create(HBaseTableSpec spec) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(spec.family()))
            .setMaxVersions(1)
            // Keys and values of a table are much alike. Blocks in memory are not
            // compressed, and every HBase can do both without a native library.
            .setCompressionType(Compression.Algorithm.GZ)
            .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
            .setTimeToLive((int) Math.min(HConstants.FOREVER, spec.timeToLive().toSeconds()));
    if (spec.writesInAnyOrder()) {
      family.setConfiguration(MARKERS_STAY_MILLIS, Long.toString(spec.timeToLive().toMillis()));
    }
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(namespace.table(spec.name())))
            .setColumnFamily(family.build())
            .build();
    hbase.onConnection(open -> createIfMissing(admin(open), table, spec), CREATION).join();
  }

  private static AsyncAdmin admin(AsyncConnection open) {
    return open.getAdminBuilder()
        .setRpcTimeout(ADMIN_CALL.toMillis(), TimeUnit.MILLISECONDS)
        .setOperationTimeout(CREATION.toMillis(), TimeUnit.MILLISECONDS)
        .build();
  }

  /** For a table of an earlier release; the rest of it is left to its operators. */
  private static CompletableFuture<Void> adapt(AsyncAdmin admin, TableDescriptor wanted) {
    ColumnFamilyDescriptor family = wanted.getColumnFamilies()[0];
    return admin
        .getDescriptor(wanted.getTableName())
        .thenCompose(
            existing -> {
              ColumnFamilyDescriptor before = existing.getColumnFamily(family.getName());
              if (before == null) {
                return CompletableFuture.completedFuture(null);
              }
              ColumnFamilyDescriptor after = adapted(before, family);
              return after.equals(before)
                  ? CompletableFuture.completedFuture(null)
                  : admin.modifyColumnFamily(wanted.getTableName(), after);
            });
  }

  /** Markers stay as long as they should, and cells that say how long they live can say it. */
  private static ColumnFamilyDescriptor adapted(
      ColumnFamilyDescriptor before, ColumnFamilyDescriptor wanted) {
    ColumnFamilyDescriptorBuilder after = ColumnFamilyDescriptorBuilder.newBuilder(before);
    String markers = wanted.getConfigurationValue(MARKERS_STAY_MILLIS);
    if (markers != null) {
      after.setConfiguration(MARKERS_STAY_MILLIS, markers);
    }
    if (wanted.getTimeToLive() == HConstants.FOREVER) {
      after.setTimeToLive(HConstants.FOREVER);
    }
    return after.build();
  }

  private static CompletableFuture<Void> createIfMissing(
      AsyncAdmin admin, TableDescriptor table, HBaseTableSpec spec) {
    return admin
        .tableExists(table.getTableName())
        .thenCompose(
            exists -> {
              if (exists) {
                return adapt(admin, table);
              }
              return spec.splitPrefixes() == 1
                  ? admin.createTable(table)
                  : admin.createTable(table, spec.splitKeys());
            })
        .exceptionally(
            error -> {
              Throwable cause = error instanceof CompletionException ? error.getCause() : error;
              if (cause instanceof TableExistsException) {
                return null; // another instance was faster
              }
              throw new CompletionException(cause);
            });
  }
}
