package dev.storefront.history.lake;

import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

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
      MessageTypeParser.parseMessageType(
          """
          message page_view {
            optional binary event_id (STRING);
            required binary user_id (STRING);
            required int64 sku_id;
            required int64 viewed_at (TIMESTAMP(MILLIS,true));
            required int64 arrived_at (TIMESTAMP(MILLIS,true));
          }
          """);

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
