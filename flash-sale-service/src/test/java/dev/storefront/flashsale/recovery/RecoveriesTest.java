package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class RecoveriesTest {

  @Test
  void a_look_that_fails_says_not_yet_and_does_not_end_what_has_begun() {
    AtomicInteger looks = new AtomicInteger();

    Recoveries.await(
        () -> {
          if (looks.incrementAndGet() < 3) {
            throw new DataAccessResourceFailureException("MySQL is away");
          }
          return true;
        });

    assertThat(looks).hasValue(3);
  }
}
