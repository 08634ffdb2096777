package dev.storefront.fitment.lines;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UTF-8 lines of a stream, and the reasons for those that were not taken. A line that is too long
 * is skipped, not kept in memory.
 */
public final class LineReader {

  /** How many rejected lines are listed; the others are only counted. */
  public static final int LISTED = 1_000;

  private static final int BUFFER_SIZE = 64 * 1024;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private final int longest;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private final List<RejectedLine> rejected = new ArrayList<>();
  private long rejectedCount;
  private long number;

  /**
   * @param longest the longest line to take, in bytes
   */
  public LineReader(InputStream in, int longest) {
    this.in = new BufferedInputStream(in, BUFFER_SIZE);
    this.longest = longest;
  }

  /** The next line, null at the end. */
  public @Nullable Line next() throws IOException {
    line.reset();
    boolean tooLong = false;
    int b = in.read();
    if (b < 0) {
      return null;
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (line.size() < longest) {
        line.write(b);
      } else {
        tooLong = true;
      }
    }
    number++;
    return tooLong ? faulty("is longer than " + longest + " bytes") : decoded();
  }

  /** Notes that a line was not taken, and why. */
  public void reject(Line rejectedLine, String reason) {
    rejectedCount++;
    if (rejected.size() < LISTED) {
      rejected.add(new RejectedLine(rejectedLine.number(), reason));
    }
  }

  /** What was rejected so far. */
  public Rejections rejections() {
    return new Rejections(rejectedCount, List.copyOf(rejected));
  }

  private Line decoded() {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line.toByteArray()))
              .toString();
      if (number == 1 && text.startsWith(BYTE_ORDER_MARK)) {
        text = text.substring(1);
      }
      return new Line(
          number, text.endsWith("\r") ? text.substring(0, text.length() - 1) : text, "");
    } catch (CharacterCodingException e) {
      return faulty("is not UTF-8");
    }
  }

  private Line faulty(String fault) {
    return new Line(number, "", fault);
  }
}
