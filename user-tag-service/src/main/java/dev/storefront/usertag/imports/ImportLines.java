package dev.storefront.usertag.imports;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import dev.storefront.common.lines.RejectedLine;
import dev.storefront.usertag.user.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an import: user ids as they stand, or as CSV user ids with the names of tags. A user
 * id may have a comma in it, a tag's name has none: it is what stands behind the last one. Fields
 * of CSV may be quoted as RFC 4180 has it, and a first line of the names {@code user,tag} is none.
 */
final class ImportLines {

  private static final int LONGEST_LINE = 4_096;
  private static final UserLine HEADER = new UserLine(1, "user", "tag");
  private static final String QUOTE = "\"";

  private final LineReader lines;
  private final @Nullable String tag;
  private final long bytesBefore;
  private long linesRead;

  /**
   * @param in what follows the lines that were read before
   * @param before how many those were, and how long
   * @param tag the tag of all lines; null if each names its own
   */
  ImportLines(InputStream in, ImportProgress before, @Nullable String tag) {
    this.lines = new LineReader(in, LONGEST_LINE, before.linesRead());
    this.tag = tag;
    this.bytesBefore = before.bytesRead();
    this.linesRead = before.linesRead();
  }

  /** The next lines, {@code limit} at most; none at the end. */
  LineBatch next(int limit) throws IOException {
    int read = 0;
    List<UserLine> users = new ArrayList<>();
    List<RejectedLine> rejected = new ArrayList<>();
    for (; read < limit; read++) {
      Line line = lines.next();
      if (line == null) {
        break;
      }
      int comma = tag == null ? line.text().lastIndexOf(',') : line.text().length();
      String userId = comma < 0 ? "" : line.text().substring(0, comma);
      String named = tag == null ? unquoted(line.text().substring(comma + 1)) : tag;
      UserLine user = new UserLine(line.number(), tag == null ? unquoted(userId) : userId, named);
      if (tag == null && user.equals(HEADER)) {
        continue;
      }
      String fault = faultOf(line, comma, user);
      if (fault.isEmpty()) {
        users.add(user);
      } else {
        rejected.add(new RejectedLine(line.number(), fault));
      }
    }
    linesRead += read;
    return new LineBatch(users, rejected, read < limit);
  }

  /** How many lines there were so far, with those before. */
  long linesRead() {
    return linesRead;
  }

  /** How long they were, in bytes. */
  long bytesRead() {
    return bytesBefore + lines.bytesRead();
  }

  private static String unquoted(String field) {
    return field.length() > 1 && field.startsWith(QUOTE) && field.endsWith(QUOTE)
        ? field.substring(1, field.length() - 1).replace(QUOTE + QUOTE, QUOTE)
        : field;
  }

  private static String faultOf(Line line, int comma, UserLine user) {
    if (!line.fault().isEmpty()) {
      return line.fault();
    }
    if (line.text().isEmpty()) {
      return "is empty";
    }
    if (comma < 0) {
      return "must be a user id, a comma and a tag";
    }
    return UserId.isValid(user.userId()) ? "" : UserId.RULE;
  }
}
