package dev.storefront.history.lake;

import java.io.IOException;
import org.apache.flink.connector.file.sink.compactor.RecordWiseFileCompactor;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetInputFile;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.jspecify.annotations.Nullable;

/** One Parquet file of the lake that is being read. */
public final class LakeFile implements RecordWiseFileCompactor.Reader<LakeView> {

  // Is held in memory until it is written.
  private static final long ROW_GROUP_BYTES = 8L << 20;

  private final ParquetReader<Group> rows;

  private LakeFile(ParquetReader<Group> rows) {
    this.rows = rows;
  }

  /** Opens a file, on any file system that Flink knows. */
  public static LakeFile open(Path path) throws IOException {
    FileSystem files = path.getFileSystem();
    long length = files.getFileStatus(path).getLen();
    return new LakeFile(new Reading(new ParquetInputFile(files.open(path), length)).build());
  }

  /** How files are written. */
  public static ParquetWriterFactory<LakeView> writers() {
    return new ParquetWriterFactory<>(LakeFile::writer);
  }

  private static ParquetWriter<LakeView> writer(OutputFile file) throws IOException {
    return new Writing(file)
        .withCompressionCodec(CompressionCodecName.SNAPPY)
        .withRowGroupSize(ROW_GROUP_BYTES)
        .build();
  }

  /** The next view, null after the last one. */
  @Override
  public @Nullable LakeView read() throws IOException {
    Group row = rows.read();
    if (row == null) {
      return null;
    }
    return new LakeView(
        row.getFieldRepetitionCount(LakeSchema.EVENT_ID) == 0
            ? null
            : row.getString(LakeSchema.EVENT_ID, 0),
        row.getString(LakeSchema.USER_ID, 0),
        row.getLong(LakeSchema.SKU_ID, 0),
        row.getLong(LakeSchema.VIEWED_AT, 0),
        row.getLong(LakeSchema.ARRIVED_AT, 0));
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  private static final class Writing extends ParquetWriter.Builder<LakeView, Writing> {

    Writing(OutputFile file) {
      super(file);
    }

    @Override
    protected Writing self() {
      return this;
    }

    @Override
    protected WriteSupport<LakeView> getWriteSupport(Configuration configuration) {
      return new LakeSchema();
    }

    @Override
    protected WriteSupport<LakeView> getWriteSupport(ParquetConfiguration configuration) {
      return new LakeSchema();
    }
  }

  private static final class Reading extends ParquetReader.Builder<Group> {

    Reading(InputFile file) {
      super(file);
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }
}
