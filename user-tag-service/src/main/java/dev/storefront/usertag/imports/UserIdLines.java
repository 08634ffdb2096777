package dev.storefront.usertag.imports;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import dev.storefront.common.lines.RejectedLine;
import dev.storefront.usertag.user.UserId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** User ids, one a line. */
final class UserIdLines {

  private static final int LONGEST_LINE = 4_096;

  private final LineReader lines;

  UserIdLines(InputStream in) {
    this.lines = new LineReader(in, LONGEST_LINE);
  }

  /** The next lines, {@code limit} at most; none at the end. */
  LineBatch next(int limit) throws IOException {
    int read = 0;
    Set<String> userIds = new LinkedHashSet<>();
    List<RejectedLine> rejected = new ArrayList<>();
    for (; read < limit; read++) {
      Line line = lines.next();
      if (line == null) {
        break;
      }
      String fault = faultOf(line);
      if (fault.isEmpty()) {
        userIds.add(line.text());
      } else {
        rejected.add(new RejectedLine(line.number(), fault));
      }
    }
    return new LineBatch(read, List.copyOf(userIds), rejected);
  }

  private static String faultOf(Line line) {
    if (!line.fault().isEmpty()) {
      return line.fault();
    }
    if (line.text().isEmpty()) {
      return "is empty";
    }
    return UserId.isValid(line.text()) ? "" : UserId.RULE;
  }
}
