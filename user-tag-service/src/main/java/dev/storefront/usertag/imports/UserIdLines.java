package dev.storefront.usertag.imports;

import dev.storefront.usertag.user.UserId;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * User ids, one a line, in UTF-8; lines end with LF or CR LF, the last one may end with nothing. A
 * line of any length takes no more memory than the longest id.
 */
final class UserIdLines {

  private static final int LONGEST_LINE_BYTES = UserId.LONGEST_BYTES + 4; // with BOM and CR
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(LONGEST_LINE_BYTES);
  private long number;
  private boolean tooLong;

  UserIdLines(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** The next lines, {@code limit} at most; none at the end. */
  LineBatch next(int limit) throws IOException {
    int read = 0;
    Set<String> userIds = new LinkedHashSet<>();
    List<RejectedLine> rejected = new ArrayList<>();
    for (; read < limit && readLine(); read++) {
      addLine(userIds, rejected);
    }
    return new LineBatch(read, List.copyOf(userIds), rejected);
  }

  private void addLine(Set<String> userIds, List<RejectedLine> rejected) {
    try {
      String userId = decode();
      if (tooLong || !(userId.isEmpty() || UserId.isValid(userId))) {
        rejected.add(new RejectedLine(number, UserId.RULE));
      } else if (userId.isEmpty()) {
        rejected.add(new RejectedLine(number, "is empty"));
      } else {
        userIds.add(userId);
      }
    } catch (CharacterCodingException e) {
      rejected.add(new RejectedLine(number, "is not UTF-8"));
    }
  }

  private String decode() throws CharacterCodingException {
    if (tooLong) {
      return "";
    }
    String text =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray())).toString();
    if (number == 1 && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(1);
    }
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private boolean readLine() throws IOException {
    line.reset();
    tooLong = false;
    int b = in.read();
    if (b < 0) {
      return false;
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (line.size() < LONGEST_LINE_BYTES) {
        line.write(b);
      } else {
        tooLong = true;
      }
    }
    number++;
    return true;
  }
}
