package dev.storefront.history.lake;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** The columns of a file of the lake, and how views are written into them. */
final class LakeSchema extends WriteSupport<LakeView> {

  static final String EVENT_ID = "event_id";
  static final String USER_ID = "user_id";
  static final String SKU_ID = "sku_id";
  static final String VIEWED_AT = "viewed_at";
  static final String ARRIVED_AT = "arrived_at";

  private static final MessageType TYPE =
      Types.buildMessage()
          .optional(PrimitiveTypeName.BINARY)
          .as(stringType())
          .named(EVENT_ID)
          .required(PrimitiveTypeName.BINARY)
          .as(stringType())
          .named(USER_ID)
          .required(PrimitiveTypeName.INT64)
          .named(SKU_ID)
          .required(PrimitiveTypeName.INT64)
          .as(timestampType(true, TimeUnit.MILLIS))
          .named(VIEWED_AT)
          .required(PrimitiveTypeName.INT64)
          .as(timestampType(true, TimeUnit.MILLIS))
          .named(ARRIVED_AT)
          .named("page_view");

  private @Nullable RecordConsumer out;

  @Override
  public WriteContext init(Configuration configuration) {
    return new WriteContext(TYPE, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    out = consumer;
  }

  @Override
  public void write(LakeView view) {
    RecordConsumer record = out;
    if (record == null) {
      throw new IllegalStateException("written before it was prepared");
    }
    record.startMessage();
    String eventId = view.eventId();
    if (eventId != null) {
      text(record, EVENT_ID, eventId);
    }
    text(record, USER_ID, view.userId());
    number(record, SKU_ID, view.skuId());
    number(record, VIEWED_AT, view.viewedAt());
    number(record, ARRIVED_AT, view.arrivedAt());
    record.endMessage();
  }

  private static void text(RecordConsumer record, String column, String value) {
    int index = TYPE.getFieldIndex(column);
    record.startField(column, index);
    record.addBinary(Binary.fromString(value));
    record.endField(column, index);
  }

  private static void number(RecordConsumer record, String column, long value) {
    int index = TYPE.getFieldIndex(column);
    record.startField(column, index);
    record.addLong(value);
    record.endField(column, index);
  }
}
