package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.web.ProblemException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For which dates a step may be ordered. */
class OfflineRunRequestTest {

  @Test
  void rows_are_not_computed_while_the_lake_is_at_its_last_files_of_the_date() {
    LocalDate today = LocalDate.of(2026, 11, 22);
    LocalDate ended = today.minusDays(1);
    for (OfflineStep step : List.of(OfflineStep.COMPUTE, OfflineStep.ALL)) {
      OfflineRunRequest order = new OfflineRunRequest(ended.toString(), step);
      assertThatThrownBy(() -> order.toRequest(today, ended.minusDays(1)))
          .isInstanceOf(ProblemException.class);
      assertThat(order.toRequest(today, ended)).isEqualTo(new OfflineRequest(ended, step));
    }
    assertThat(
            new OfflineRunRequest(ended.toString(), OfflineStep.DELETES)
                .toRequest(today, ended.minusDays(1)))
        .isEqualTo(new OfflineRequest(ended, OfflineStep.DELETES));
  }
}
