package dev.storefront.history.offline;

import dev.storefront.history.lake.Columns;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Deletions as files. */
enum DeletedViewColumns implements Columns<DeletedView> {
  DELETIONS;

  private static final String USER_ID = "user_id";
  private static final String SKU_ID = "sku_id";
  private static final String FROM = "hidden_from";
  private static final String UP_TO = "hidden_up_to";

  private static final MessageType TYPE =
      MessageTypeParser.parseMessageType(
          """
          message deleted_view {
            required binary user_id (STRING);
            required int64 sku_id;
            required int64 hidden_from (TIMESTAMP(MILLIS,true));
            required int64 hidden_up_to (TIMESTAMP(MILLIS,true));
          }
          """);

  @Override
  public MessageType type() {
    return TYPE;
  }

  @Override
  public void write(DeletedView item, Group row) {
    row.append(USER_ID, item.userId())
        .append(SKU_ID, item.skuId())
        .append(FROM, item.from())
        .append(UP_TO, item.upTo());
  }

  @Override
  public DeletedView read(Group row) {
    return new DeletedView(
        row.getString(USER_ID, 0),
        row.getLong(SKU_ID, 0),
        row.getLong(FROM, 0),
        row.getLong(UP_TO, 0));
  }
}
