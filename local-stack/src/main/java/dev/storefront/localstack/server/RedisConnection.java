package dev.storefront.localstack.server;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * As much of the Redis protocol as forming a cluster takes: commands whose reply is one text, or
 * several.
 */
final class RedisConnection implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 2_000;
  private static final String CRLF = "\r\n";

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final OutputStream out;

  RedisConnection(int port) throws IOException {
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      out = socket.getOutputStream();
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * The reply's text; of a reply with parts, theirs in lines.
   *
   * @throws IOException when the server is away or replies with an error
   */
  String send(String... words) throws IOException {
    StringBuilder request = new StringBuilder("*" + words.length + CRLF);
    for (String word : words) {
      request.append('$').append(word.length()).append(CRLF).append(word).append(CRLF);
    }
    out.write(request.toString().getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return reply(words[0]);
  }

  private String reply(String command) throws IOException {
    String line = line();
    String text = line.substring(1);
    return switch (line.charAt(0)) {
      case '+', ':' -> text;
      case '$' -> bulk(Integer.parseInt(text));
      case '*' -> parts(command, Integer.parseInt(text));
      default -> throw new IOException(command + ": " + line);
    };
  }

  private String parts(String command, int count) throws IOException {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(reply(command));
    }
    return String.join("\n", parts);
  }

  private String bulk(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    line();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.readUnsignedByte(); next != '\r'; next = in.readUnsignedByte()) {
      line.append((char) next);
    }
    in.readUnsignedByte();
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
