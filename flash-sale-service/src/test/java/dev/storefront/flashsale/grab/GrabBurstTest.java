package dev.storefront.flashsale.grab;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.testing.FlashSaleTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** More buyers at once than an instance takes on, with nothing configured. */
@EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "with virtual threads none waits for one")
class GrabBurstTest extends FlashSaleTest {

  private static final int LIMIT = 1_000;
  private static final int MORE_THAN_THREADS = 100;

  /** Fewer than may wait to be accepted, or the system drops some. */
  private static final int AT_ONCE = 100;

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @Autowired private WaitingRequests waiting;
  @Autowired private ServletWebServerApplicationContext context;
  @Autowired private JsonMapper json;
  @LocalServerPort private int port;

  private final List<Socket> sockets = new ArrayList<>();

  /** Who sends nothing for ten seconds is hung up on: here the machine may be busy for longer. */
  @BeforeEach
  void bePatient() {
    hangUpAfter(PATIENCE);
  }

  @AfterEach
  void hangUp() throws IOException {
    hangUpAfter(Duration.ofSeconds(10));
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void of_more_than_a_thousand_grabs_at_once_some_are_too_many_and_the_others_are_served()
      throws IOException {
    long promotion = onSale(5_000);
    byte[] request = request(promotion);
    for (int i = 0; i < MORE_THAN_THREADS; i++) {
      open().getOutputStream().write(request, 0, request.length - 1);
    }
    List<Socket> heldUp = List.copyOf(sockets);
    for (int i = 0; i < LIMIT; i++) {
      if (i % AT_ONCE == 0) {
        int before = i;
        await().atMost(PATIENCE).until(() -> waiting.count() > before);
      }
      open().getOutputStream().write(request(promotion));
    }
    await().atMost(PATIENCE).until(() -> waiting.count() > LIMIT);

    for (Socket socket : heldUp) {
      socket.getOutputStream().write(request, request.length - 1, 1);
    }

    List<String> replies = new ArrayList<>();
    for (Socket socket : sockets) {
      replies.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
    assertThat(replies)
        .filteredOn(reply -> reply.startsWith("HTTP/1.1 429"))
        .isNotEmpty()
        .allSatisfy(reply -> assertThat(reply).contains("too-busy").contains("Retry-After: "));
    assertThat(replies).filteredOn(reply -> reply.startsWith("HTTP/1.1 201")).isNotEmpty();
  }

  private void hangUpAfter(Duration silence) {
    if (context.getWebServer() instanceof TomcatWebServer server
        && server.getTomcat().getConnector().getProtocolHandler()
            instanceof AbstractProtocol<?> protocol) {
      protocol.setConnectionTimeout(Math.toIntExact(silence.toMillis()));
    }
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    sockets.add(socket);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
    return socket;
  }

  private byte[] request(long promotion) {
    String body = json.writeValueAsString(grab(freshOrder(), promotion, 1, "pat", "192.0.2.7"));
    String head =
        """
        POST /api/v1/grabs HTTP/1.1
        Host: localhost
        Authorization: Bearer %s
        Content-Type: application/json
        Content-Length: %d
        Connection: close

        """
            .formatted(SERVICE, body.length());
    return (head.replace("\n", "\r\n") + body).getBytes(StandardCharsets.UTF_8);
  }
}
