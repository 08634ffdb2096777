package dev.storefront.history.offline;

import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows in the order of their keys, a file for each region. All cells and delete markers have
 * one time stamp, that of the run.
 */
final class HFiles implements Closeable {

  private static final byte[] VIEWS = ColdRow.VIEWS.getBytes(StandardCharsets.UTF_8);
  private static final byte[] AS_OF = ColdRow.AS_OF.getBytes(StandardCharsets.UTF_8);

  private final TableLayout table;
  private final byte[] family;
  private final Path folder;
  private final long asOf;
  private final long timestamp;
  private final Configuration configuration;
  private @Nullable StoreFileWriter file;
  private int region = -1;
  private byte @Nullable [] last;

  /**
   * @param folder of the column family's files
   * @param asOf the run's logical time, epoch milliseconds
   * @param attempt of the run
   */
  HFiles(TableLayout table, Path folder, long asOf, int attempt, Configuration configuration) {
    this.table = table;
    this.family = table.family().getBytes(StandardCharsets.UTF_8);
    this.folder = folder;
    this.asOf = asOf;
    this.timestamp = ColdRow.timestamp(asOf, attempt);
    this.configuration = configuration;
  }

  /**
   * Writes a row, or the marker that deletes it.
   *
   * @return the file that is complete now, null if none is
   */
  @Nullable String write(UserRow row) throws IOException {
    byte[] key = ColdRow.key(row.userId());
    String complete = null;
    if (table.region(key) != region) {
      complete = finish();
      region = table.region(key);
    }
    StoreFileWriter out = file == null ? open() : file;
    List<View> views = PackedViews.decode(row.views()).stream().sorted(View.NEWEST_FIRST).toList();
    if (views.isEmpty()) {
      out.append(new KeyValue(key, family, null, timestamp, KeyValue.Type.DeleteFamily));
    } else {
      ColdRow cold = new ColdRow(views, asOf);
      out.append(new KeyValue(key, family, AS_OF, timestamp, cold.asOfCell()));
      out.append(new KeyValue(key, family, VIEWS, timestamp, cold.viewsCell()));
    }
    last = key;
    return complete;
  }

  /** True for a row that was written just now. */
  boolean isRepeat(UserRow row) {
    return last != null && Bytes.equals(last, ColdRow.key(row.userId()));
  }

  /** Completes the file that is open, and tells its name; null if none is. */
  @Nullable String finish() throws IOException {
    StoreFileWriter out = file;
    file = null;
    if (out == null) {
      return null;
    }
    out.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(timestamp));
    out.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(false));
    out.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
    out.appendTrackedTimestampsToMetadata();
    out.close();
    return out.getPath().toString();
  }

  private StoreFileWriter open() throws IOException {
    HFileContext context =
        new HFileContextBuilder()
            .withCompression(Compression.Algorithm.valueOf(table.compression()))
            .withDataBlockEncoding(DataBlockEncoding.valueOf(table.encoding()))
            .withBlockSize(table.blockBytes())
            .withColumnFamily(family)
            .withTableName(table.table().getBytes(StandardCharsets.UTF_8))
            .withCellComparator(CellComparator.getInstance())
            .build();
    FileSystem files = folder.getFileSystem(configuration);
    files.mkdirs(folder);
    StoreFileWriter opened =
        new StoreFileWriter.Builder(configuration, CacheConfig.DISABLED, files)
            .withOutputDir(folder)
            .withBloomType(BloomType.valueOf(table.bloom()))
            .withFileContext(context)
            .build();
    file = opened;
    return opened;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
