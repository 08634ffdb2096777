package dev.storefront.common.lines;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * UTF-8 lines of a stream of any size. A line ends with LF, CR LF or the stream. One that is too
 * long is skipped, not kept in memory.
 */
public final class LineReader {

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private final int longest;
  private final byte[] buffer = new byte[64 * 1024];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private long number;
  private long bytesRead;
  private boolean tooLong;
  private int at;
  private int end;

  /**
   * @param longest the longest line to take, in bytes
   */
  public LineReader(InputStream in, int longest) {
    this(in, longest, 0);
  }

  /**
   * Goes on within a file.
   *
   * @param in what follows the lines that were read before
   * @param longest the longest line to take, in bytes
   * @param linesBefore how many those were
   */
  public LineReader(InputStream in, int longest, long linesBefore) {
    this.in = in;
    this.longest = longest;
    this.number = linesBefore;
  }

  /**
   * The next line, null at the end. Of one that is too long or no UTF-8 there is only the fault.
   */
  public @Nullable Line next() throws IOException {
    if (!hasMore()) {
      return null;
    }
    line.reset();
    tooLong = false;
    boolean ended = false;
    while (!ended && hasMore()) {
      ended = readToEndOfLine();
    }
    number++;
    return tooLong ? faulty("is longer than " + longest + " bytes") : decoded();
  }

  /** How many bytes of the stream the lines so far took, their ends included. */
  public long bytesRead() {
    return bytesRead;
  }

  private boolean hasMore() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(buffer));
    }
    return at < end;
  }

  /** Takes what is in the buffer, as far as it belongs to this line; true if its end is there. */
  private boolean readToEndOfLine() {
    int from = at;
    while (at < end && buffer[at] != '\n') {
      at++;
    }
    int length = at - from;
    tooLong |= line.size() + length > longest;
    if (!tooLong) {
      line.write(buffer, from, length);
    }
    boolean ended = at < end;
    at += ended ? 1 : 0;
    bytesRead += at - from;
    return ended;
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
