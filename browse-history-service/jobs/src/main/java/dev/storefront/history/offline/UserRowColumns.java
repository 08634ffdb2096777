package dev.storefront.history.offline;

import dev.storefront.history.lake.Columns;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Cold rows as files. */
enum UserRowColumns implements Columns<UserRow> {
  ROWS;

  private static final String USER_ID = "user_id";
  private static final String VIEWS = "views";

  private static final MessageType TYPE =
      MessageTypeParser.parseMessageType(
          """
          message user_row {
            required binary user_id (STRING);
            required binary views;
          }
          """);

  @Override
  public MessageType type() {
    return TYPE;
  }

  @Override
  public void write(UserRow item, Group row) {
    row.append(USER_ID, item.userId()).append(VIEWS, Binary.fromConstantByteArray(item.views()));
  }

  @Override
  public UserRow read(Group row) {
    return new UserRow(row.getString(USER_ID, 0), row.getBinary(VIEWS, 0).getBytes());
  }
}
