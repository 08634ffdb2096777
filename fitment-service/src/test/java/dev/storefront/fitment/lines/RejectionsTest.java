package dev.storefront.fitment.lines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.RejectedLine;
import org.junit.jupiter.api.Test;

class RejectionsTest {

  @Test
  void rejections_are_counted_and_the_first_thousand_listed() {
    Rejections rejections = new Rejections();
    for (int line = 1; line <= 1_200; line++) {
      rejections.add(new Line(line, "", ""), "bad");
    }
    assertThat(rejections.count()).isEqualTo(1_200);
    assertThat(rejections.first())
        .hasSize(1_000)
        .startsWith(new RejectedLine(1, "bad"))
        .endsWith(new RejectedLine(1_000, "bad"));
  }
}
