package dev.storefront.history.lake;

import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.compactor.RecordWiseFileCompactor;
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
public interface Columns<T> extends Serializable {

  /** Is held in memory until it is written. */
  long ROW_GROUP_BYTES = 8L << 20;

  /** The columns. */
  MessageType type();

  /** Fills a row. */
  void write(T item, Group row);

  /** What a row has. */
  T read(Group row);

  /** Opens a file, on any file system that Flink knows. */
  default Opened<T> open(Path path) throws IOException {
    FileSystem files = path.getFileSystem();
    long length = files.getFileStatus(path).getLen();
    return new Opened<>(new Reading(new ParquetInputFile(files.open(path), length)).build(), this);
  }

  /** Reads a file from its beginning to its end. */
  default void readAll(Path path, Consumer<T> taker) throws IOException {
    try (Opened<T> file = open(path)) {
      for (T item = file.read(); item != null; item = file.read()) {
        taker.accept(item);
      }
    }
  }

  /** How files are written. */
  default ParquetWriterFactory<T> writers() {
    return new ParquetWriterFactory<>(this::writer);
  }

  /** Files in one folder, all of which appear at the end. */
  default FileSink<T> into(String folder) {
    return FileSink.forBulkFormat(new Path(folder), writers())
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

  /** A file that is being read. */
  final class Opened<T> implements RecordWiseFileCompactor.Reader<T> {

    private final ParquetReader<Group> rows;
    private final Columns<T> columns;

    Opened(ParquetReader<Group> rows, Columns<T> columns) {
      this.rows = rows;
      this.columns = columns;
    }

    /** The next record, null after the last one. */
    @Override
    public @Nullable T read() throws IOException {
      Group row = rows.read();
      return row == null ? null : columns.read(row);
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
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
