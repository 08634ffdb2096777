package dev.storefront.common.web;

import com.google.common.util.concurrent.RateLimiter;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Tells of calls that are 503 because a backing server is away: {@value #LINES_A_SECOND} a second
 * at most, for in an outage each call is one. How many were not told, the next line says.
 */
final class OutageLog {

  static final int LINES_A_SECOND = 10;

  private static final Logger log = LoggerFactory.getLogger(OutageLog.class);

  private final RateLimiter pace = RateLimiter.create(LINES_A_SECOND);
  private final LongAdder untold = new LongAdder();

  void tell(String path, Exception e) {
    if (!pace.tryAcquire()) {
      untold.increment();
      return;
    }
    long others = untold.sumThenReset();
    log.warn(
        "Unavailable for {}{}: {}, because of {}",
        path,
        others == 0 ? "" : " and %,d other calls before".formatted(others),
        e.toString(),
        NestedExceptionUtils.getMostSpecificCause(e).toString());
  }
}
