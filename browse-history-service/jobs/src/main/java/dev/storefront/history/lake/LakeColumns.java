package dev.storefront.history.lake;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Page views as files of the lake. */
public enum LakeColumns implements Columns<LakeView> {
  /** The only columns. */
  VIEWS;

  private static final String EVENT_ID = "event_id";
  private static final String USER_ID = "user_id";
  private static final String SKU_ID = "sku_id";
  private static final String VIEWED_AT = "viewed_at";
  private static final String ARRIVED_AT = "arrived_at";

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

  @Override
  public MessageType type() {
    return TYPE;
  }

  @Override
  public void write(LakeView view, Group row) {
    if (view.eventId() != null) {
      row.append(EVENT_ID, view.eventId());
    }
    row.append(USER_ID, view.userId())
        .append(SKU_ID, view.skuId())
        .append(VIEWED_AT, view.viewedAt())
        .append(ARRIVED_AT, view.arrivedAt());
  }

  @Override
  public LakeView read(Group row) {
    return new LakeView(
        row.getFieldRepetitionCount(EVENT_ID) == 0 ? null : row.getString(EVENT_ID, 0),
        row.getString(USER_ID, 0),
        row.getLong(SKU_ID, 0),
        row.getLong(VIEWED_AT, 0),
        row.getLong(ARRIVED_AT, 0));
  }
}
