package dev.storefront.common.tracing;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Takes spans as a collector does, by OTLP over HTTP, and keeps what the tests look at. */
final class OtlpReceiver implements AutoCloseable {

  private final Queue<ReceivedSpan> spans = new ConcurrentLinkedQueue<>();
  private final HttpServer server;

  /** Numbers are those of the fields in OTLP's {@code trace.proto}. */
  record ReceivedSpan(String traceId, String id, String parentId, String name, boolean failed) {}

  OtlpReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/v1/traces",
        exchange -> {
          take(UnknownFieldSet.parseFrom(exchange.getRequestBody().readAllBytes()));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
  }

  List<ReceivedSpan> spans() {
    return List.copyOf(spans);
  }

  private void take(UnknownFieldSet request) throws InvalidProtocolBufferException {
    for (UnknownFieldSet ofResource : messages(request, 1)) {
      for (UnknownFieldSet ofScope : messages(ofResource, 2)) {
        for (UnknownFieldSet span : messages(ofScope, 2)) {
          boolean failed =
              messages(span, 15).stream()
                  .anyMatch(status -> status.getField(3).getVarintList().contains(2L));
          spans.add(
              new ReceivedSpan(
                  hex(span, 1),
                  hex(span, 2),
                  hex(span, 4),
                  span.getField(5).getLengthDelimitedList().get(0).toStringUtf8(),
                  failed));
        }
      }
    }
  }

  private static List<UnknownFieldSet> messages(UnknownFieldSet of, int field)
      throws InvalidProtocolBufferException {
    List<UnknownFieldSet> messages = new ArrayList<>();
    for (ByteString bytes : of.getField(field).getLengthDelimitedList()) {
      messages.add(UnknownFieldSet.parseFrom(bytes));
    }
    return messages;
  }

  private static String hex(UnknownFieldSet of, int field) {
    List<ByteString> values = of.getField(field).getLengthDelimitedList();
    return values.isEmpty() ? "" : HexFormat.of().formatHex(values.get(0).toByteArray());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
