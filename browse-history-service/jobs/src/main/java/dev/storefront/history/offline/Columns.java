package dev.storefront.history.offline;

import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetInputFile;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupWriter;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** How records of a kind stand in Parquet files. */
interface Columns<T> extends Serializable {

  /** Is held in memory until it is written. */
  long ROW_GROUP_BYTES = 8L << 20;

  /** The columns. */
  MessageType type();

  /** Fills a row. */
  void write(T item, Group row);

  /** What a row has. */
  T read(Group row);

  /** Reads a file from its beginning to its end. */
  default void readAll(Path path, Consumer<T> taker) throws IOException {
    FileSystem files = path.getFileSystem();
    long length = files.getFileStatus(path).getLen();
    try (ParquetReader<Group> rows =
        new Reading(new ParquetInputFile(files.open(path), length)).build()) {
      for (Group row = rows.read(); row != null; row = rows.read()) {
        taker.accept(read(row));
      }
    }
  }

  /** Files in one folder, all of which appear at the end. */
  default FileSink<T> into(String folder) {
    return FileSink.forBulkFormat(new Path(folder), new ParquetWriterFactory<T>(this::writer))
        .withBucketAssigner(new BasePathBucketAssigner<>())
        .withOutputFileConfig(
            OutputFileConfig.builder().withPartPrefix("rows").withPartSuffix(".parquet").build())
        .build();
  }

  private ParquetWriter<T> writer(OutputFile file) throws IOException {
    return new Writing<>(file, this)
        .withCompressionCodec(CompressionCodecName.SNAPPY)
        .withRowGroupSize(ROW_GROUP_BYTES)
        .build();
  }

  /** Makes writers. */
  final class Writing<T> extends ParquetWriter.Builder<T, Writing<T>> {

    private final Columns<T> columns;

    Writing(OutputFile file, Columns<T> columns) {
      super(file);
      this.columns = columns;
    }

    @Override
    protected Writing<T> self() {
      return this;
    }

    @Override
    protected WriteSupport<T> getWriteSupport(Configuration configuration) {
      return new Rows<>(columns);
    }

    @Override
    protected WriteSupport<T> getWriteSupport(ParquetConfiguration configuration) {
      return new Rows<>(columns);
    }
  }

  /** Writes rows. */
  final class Rows<T> extends WriteSupport<T> {

    private final Columns<T> columns;
    private @Nullable GroupWriter out;

    Rows(Columns<T> columns) {
      this.columns = columns;
    }

    @Override
    public WriteContext init(Configuration configuration) {
      return new WriteContext(columns.type(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = new GroupWriter(consumer, columns.type());
    }

    @Override
    public void write(T item) {
      GroupWriter writer = out;
      if (writer == null) {
        throw new IllegalStateException("written before it was prepared");
      }
      Group row = new SimpleGroup(columns.type());
      columns.write(item, row);
      writer.write(row);
    }
  }

  /** Makes readers. */
  final class Reading extends ParquetReader.Builder<Group> {

    Reading(InputFile file) {
      super(file);
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }
}
