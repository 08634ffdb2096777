package dev.storefront.fitment.aces;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Keeps the parser from gathering a tag, comment or name of any length: it may read so many bytes
 * between two events, no more.
 */
final class MarkupGuard extends FilterInputStream {

  private static final int MOST_BETWEEN_EVENTS = 1024 * 1024;

  private long bytesRead;
  private long allowedUpTo = MOST_BETWEEN_EVENTS;

  MarkupGuard(InputStream in) {
    super(in);
  }

  /** The parser has come to an event. */
  void event() {
    allowedUpTo = bytesRead + MOST_BETWEEN_EVENTS;
  }

  long bytesRead() {
    return bytesRead;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (bytesRead >= allowedUpTo) {
      throw new TooLongException();
    }
    int n = super.read(bytes, offset, length);
    bytesRead += Math.max(0, n);
    return n;
  }

  /** Something in the file is longer than anything in it may be. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1;
  }
}
