package dev.storefront.localstack.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a server for a first answer in its own protocol; a hung one does not give it. */
final class Probe {

  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int MYSQL_PROTOCOL = 10;
  private static final int MYSQL_HEADER_BYTES = 4;
  private static final int KAFKA_API_VERSIONS = 18;
  private static final int KAFKA_CORRELATION_ID = 7;
  // Key and version as short, correlation id as int, a null client id as short.
  private static final int KAFKA_REQUEST_BYTES = 10;

  private Probe() {}

  private interface Conversation {
    boolean answered(DataInputStream in, DataOutputStream out) throws IOException;
  }

  /** True when the server greets with a handshake of the MySQL protocol. */
  static boolean mySql(int port) {
    return talk(
        port,
        (in, out) -> {
          in.skipNBytes(MYSQL_HEADER_BYTES);
          return in.readUnsignedByte() == MYSQL_PROTOCOL;
        });
  }

  /** True when the broker answers which requests it knows. */
  static boolean kafka(int port) {
    return talk(
        port,
        (in, out) -> {
          out.writeInt(KAFKA_REQUEST_BYTES);
          out.writeShort(KAFKA_API_VERSIONS);
          out.writeShort(0);
          out.writeInt(KAFKA_CORRELATION_ID);
          out.writeShort(-1);
          out.flush();
          in.readInt();
          return in.readInt() == KAFKA_CORRELATION_ID;
        });
  }

  /** True when ZooKeeper serves, by its four letter command. */
  static boolean zooKeeper(int port) {
    return talk(
        port,
        (in, out) -> {
          out.write("srvr".getBytes(StandardCharsets.US_ASCII));
          out.flush();
          return new String(in.readAllBytes(), StandardCharsets.US_ASCII).contains("Mode:");
        });
  }

  /** True when a web server answers 200. */
  static boolean http(int port, String path) {
    return talk(
        port,
        (in, out) -> {
          String request =
              "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
          out.write(request.getBytes(StandardCharsets.US_ASCII));
          out.flush();
          byte[] status = in.readNBytes("HTTP/1.1 200".length());
          return new String(status, StandardCharsets.US_ASCII).endsWith(" 200");
        });
  }

  /** True when somebody accepts connections there. */
  static boolean listening(int port) {
    return talk(port, (in, out) -> true);
  }

  private static boolean talk(int port, Conversation conversation) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return conversation.answered(
          new DataInputStream(socket.getInputStream()),
          new DataOutputStream(socket.getOutputStream()));
    } catch (IOException noAnswer) {
      return false;
    }
  }
}
