package dev.storefront.benchmarks.shortlink;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A connection that waits for nothing, with one call at a time. */
final class FloodConnection {

  private static final int LONGEST_REPLY = 16_384;
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final String END_OF_CHUNKS = "\r\n0\r\n\r\n";
  private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)");
  private static final String LAST = "\r\nconnection: close";
  private static final String ENDED = "ended by the server";

  private final SocketChannel channel;
  private final ByteBuffer reply = ByteBuffer.allocate(LONGEST_REPLY);
  private boolean over;

  FloodConnection(InetSocketAddress server, Selector selector) throws IOException {
    channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, this);
  }

  /** Sends the next request: it is short, and so fits into the socket's buffer. */
  void send(byte[] request) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(request);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** The reply's status once all of it is there; null before, and where none was asked for. */
  @Nullable String read() throws IOException {
    if (channel.read(reply) < 0) {
      end();
      return ENDED;
    }
    String text = new String(reply.array(), 0, reply.position(), StandardCharsets.ISO_8859_1);
    int body = text.indexOf(END_OF_HEAD) + END_OF_HEAD.length();
    String head = text.substring(0, body).toLowerCase(Locale.ROOT);
    if (!head.endsWith(END_OF_HEAD) || !isWhole(text, head)) {
      return null;
    }
    if (head.contains(LAST)) {
      end();
    }
    reply.clear();
    return text.split(" ", 3)[1];
  }

  private static boolean isWhole(String text, String head) {
    Matcher length = LENGTH.matcher(head);
    return length.find()
        ? text.length() >= head.length() + Integer.parseInt(length.group(1))
        : text.endsWith(END_OF_CHUNKS);
  }

  /** True if the server ended it: the next call needs another one. */
  boolean isOver() {
    return over;
  }

  private void end() throws IOException {
    over = true;
    channel.close();
  }
}
