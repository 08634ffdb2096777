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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.json.JsonMapper;

/** More buyers at once than an instance takes on, with nothing configured. */
@EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "with virtual threads none waits for one")
class GrabBurstTest extends FlashSaleTest {

  private static final int LIMIT = 1_000;
  private static final int MORE_THAN_THREADS = 100;
  private static final int MOST_BLANKS = 1_000;

  @Autowired private WaitingRequests waiting;
  @Autowired private JsonMapper json;
  @LocalServerPort private int port;

  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void of_more_than_a_thousand_grabs_at_once_some_are_too_many_and_the_others_are_served()
      throws IOException {
    long promotion = onSale(5_000);
    byte[] request = request(promotion, MOST_BLANKS);
    int unsent = MOST_BLANKS + 1;
    for (int i = 0; i < MORE_THAN_THREADS; i++) {
      open().getOutputStream().write(request, 0, request.length - unsent);
    }
    List<Socket> heldUp = List.copyOf(sockets);
    for (int i = 0; i < LIMIT; i++) {
      open().getOutputStream().write(request(promotion, 0));
      if (i % 100 == 0) {
        sendBlank(heldUp);
        unsent--;
      }
    }
    while (waiting.count() <= LIMIT) {
      assertThat(unsent).as("still to be sent, %d wait", waiting.count()).isGreaterThan(1);
      sendBlank(heldUp);
      unsent--;
      pause();
    }

    for (Socket socket : heldUp) {
      socket.getOutputStream().write(request, request.length - unsent, unsent);
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

  /** Keeps them from being hung up on, which is done to those that send nothing for ten seconds. */
  private static void sendBlank(List<Socket> heldUp) throws IOException {
    for (Socket socket : heldUp) {
      socket.getOutputStream().write(' ');
    }
  }

  private static void pause() {
    await().pollDelay(Duration.ofMillis(200)).until(() -> true);
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    sockets.add(socket);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
    return socket;
  }

  /** With that many blanks before the last brace. */
  private byte[] request(long promotion, int blanks) {
    String grab = json.writeValueAsString(grab(freshOrder(), promotion, 1, "pat", "192.0.2.7"));
    String body = grab.substring(0, grab.length() - 1) + " ".repeat(blanks) + "}";
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
