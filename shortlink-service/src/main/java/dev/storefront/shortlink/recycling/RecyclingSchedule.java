package dev.storefront.shortlink.recycling;

import dev.storefront.common.run.Runs;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Orders a run of each tier of which segments are due, now and then: all instances look, one
 * orders. Nothing is ordered while Redis cannot be believed.
 */
@Component
class RecyclingSchedule {

  private static final Logger log = LoggerFactory.getLogger(RecyclingSchedule.class);

  private final Runs<RecyclingRequest, Recycling> runs;
  private final Candidates candidates;
  private final RedisMemory memory;
  private final TierProperties tiers;
  private final RecyclingProperties properties;
  private final Clock clock;
  private final Switch<Boolean> isOn;
  private final MultiGauge overdue;
  private final Map<Tier, String> doubts = new EnumMap<>(Tier.class);

  RecyclingSchedule(
      Runs<RecyclingRequest, Recycling> runs,
      Candidates candidates,
      RedisMemory memory,
      TierProperties tiers,
      RecyclingProperties properties,
      Clock clock,
      Switches switches,
      MeterRegistry meters) {
    this.runs = runs;
    this.candidates = candidates;
    this.memory = memory;
    this.tiers = tiers;
    this.properties = properties;
    this.clock = clock;
    this.isOn = switches.defineBoolean("scheduled-recycling", properties.scheduled());
    this.overdue =
        MultiGauge.builder("storefront.shortlink.recycling.overdue")
            .baseUnit("seconds")
            .register(meters);
  }

  @Scheduled(fixedDelay = 60_000, initialDelay = 10_000)
  void look() {
    List<Row<?>> waits = new ArrayList<>();
    for (Tier tier : Tier.values()) {
      RecyclingRequest request = new RecyclingRequest(tier.length(), null, true);
      waits.add(
          Row.of(Tags.of("tier", Integer.toString(tier.length())), orNaN(() -> look(request))));
    }
    overdue.register(waits, true);
  }

  /** While a server is away nobody knows. */
  private static double orNaN(DoubleSupplier seconds) {
    try {
      return seconds.getAsDouble();
    } catch (RuntimeException e) {
      log.warn("What is idle is looked for later: {}", e.toString());
      return Double.NaN;
    }
  }

  /**
   * Orders a run if it is time for one.
   *
   * @return for how many seconds segments have been due; NaN if Redis is not believed
   */
  private double look(RecyclingRequest request) {
    Tier tier = request.tier();
    Instant now = clock.instant();
    Optional<Instant> due = candidates.firstDue(tier).filter(time -> !time.isAfter(now));
    if (due.isEmpty()) {
      return 0;
    }
    String doubt = memory.doubtOver(tiers.of(tier).idleTime()).orElse("");
    if (!doubt.equals(doubts.put(tier, doubt)) && !doubt.isEmpty()) {
      log.warn("Nothing of tier {} is recycled for now: {}", tier.length(), doubt);
    }
    if (!doubt.isEmpty()) {
      return Double.NaN;
    }
    if (isOn.get()) {
      runs.startAgain(request, request.subject(), properties.every())
          .ifPresent(id -> log.info("Ordered run {} of tier {}", id, tier.length()));
    }
    return Duration.between(due.get(), now).toMillis() / 1e3;
  }
}
