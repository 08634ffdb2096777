package dev.storefront.usertag.standing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.segment.SegmentLayout;
import org.junit.jupiter.api.Test;

class BackfillViewTest {

  private static final SegmentLayout LAYOUT = new SegmentLayout(64);

  @Test
  void a_segment_is_done_when_its_last_user_is_judged() {
    assertThat(view(0, 200)).isEqualTo(new BackfillView(4, 0));
    assertThat(view(62, 200)).isEqualTo(new BackfillView(4, 0));
    assertThat(view(63, 200)).isEqualTo(new BackfillView(4, 1));
    assertThat(view(127, 200)).isEqualTo(new BackfillView(4, 2));
    assertThat(view(199, 200)).isEqualTo(new BackfillView(4, 3));
    assertThat(view(200, 200)).isEqualTo(new BackfillView(4, 4));
  }

  @Test
  void all_are_done_when_everybody_is_judged_and_none_is_there_before_the_first_user() {
    assertThat(view(AudienceFormula.EVERYBODY, 200)).isEqualTo(new BackfillView(4, 4));
    assertThat(view(0, 0)).isEqualTo(new BackfillView(0, 0));
  }

  private static BackfillView view(long reached, long highest) {
    return BackfillView.of(LAYOUT, reached, highest);
  }
}
