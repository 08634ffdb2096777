package dev.storefront.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class OutageLogTest {

  private static final int CALLS = 10_000;

  @Test
  void an_outage_fills_no_disk_and_no_call_goes_uncounted(CapturedOutput output) {
    OutageLog outages = new OutageLog();
    Exception away = new IllegalStateException("wrapped", new IllegalStateException("gone"));
    long begun = System.nanoTime();
    for (int n = 0; n < CALLS; n++) {
      outages.tell("/api/v1/things", away);
    }
    long seconds = (System.nanoTime() - begun) / 1_000_000_000;
    int lines = output.getAll().split("Unavailable for /api/v1/things", -1).length - 1;
    assertThat(lines).isBetween(1, (int) (seconds + 2) * OutageLog.LINES_A_SECOND);

    await()
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () -> {
              outages.tell("/api/v1/things", away);
              assertThat(output.getAll()).containsPattern("and [0-9,]+ other calls before");
            });
    assertThat(output.getAll()).contains("because of java.lang.IllegalStateException: gone");
  }
}
