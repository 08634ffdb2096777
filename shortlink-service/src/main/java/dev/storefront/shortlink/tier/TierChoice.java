package dev.storefront.shortlink.tier;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.tier.TierReport.TierIds;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Which tier new links go to. The one that they want, unless an operator has set the switch {@code
 * next-tier-below-days}: then they go to the next one while theirs lasts for fewer days, or has no
 * free id.
 */
@Component
public class TierChoice {

  private static final Logger log = LoggerFactory.getLogger(TierChoice.class);
  private static final int OFF = 0;
  private static final int MOST_DAYS = 365;

  private final Switch<Integer> belowDays;
  private final MeterRegistry meters;
  private volatile List<TierIds> known = List.of();
  private final Map<Tier, Tier> told = new EnumMap<>(Tier.class);

  TierChoice(Switches switches, MeterRegistry meters) {
    this.belowDays = switches.defineInt("next-tier-below-days", OFF, OFF, MOST_DAYS);
    this.meters = meters;
    // From the start on: whoever looks for what was never counted cannot tell it from a wrong name.
    for (Tier wanted : Tier.values()) {
      Arrays.stream(Tier.values())
          .filter(taken -> taken.compareTo(wanted) > 0)
          .forEach(taken -> counter(meters, wanted, taken));
    }
  }

  /**
   * Where ids for a new link are looked for, one tier after the other until one has some: those
   * that do not run low before those that do. The wanted one alone while the switch is off.
   */
  public List<Tier> inTurn(Tier wanted) {
    int days = belowDays.get();
    if (days == OFF) {
      return List.of(wanted);
    }
    Set<Tier> low = low(days);
    return Arrays.stream(Tier.values())
        .filter(tier -> tier.compareTo(wanted) >= 0)
        .sorted(Comparator.comparing(low::contains))
        .toList();
  }

  /** Counts ids that were taken of a tier for links that wanted the same, or another. */
  public void count(Tier wanted, Tier taken, long ids) {
    if (wanted != taken) {
      counter(meters, wanted, taken).increment(ids);
    }
  }

  private static Counter counter(MeterRegistry meters, Tier wanted, Tier taken) {
    return meters.counter(
        "storefront.shortlink.ids.of.next.tier",
        "tier",
        Integer.toString(wanted.length()),
        "taken",
        Integer.toString(taken.length()));
  }

  /** Takes notice of how much is left. */
  synchronized void learn(List<TierIds> tiers) {
    known = List.copyOf(tiers);
    for (Tier tier : Tier.values()) {
      Tier first = inTurn(tier).get(0);
      if (told.getOrDefault(tier, tier) != first) {
        log.warn("New links that want tier {} go to tier {} now", tier.length(), first.length());
      }
      told.put(tier, first);
    }
  }

  private Set<Tier> low(int days) {
    Set<Tier> low = EnumSet.noneOf(Tier.class);
    for (TierIds tier : known) {
      Double left = tier.daysUntilDry();
      if (tier.neverDispatched() + tier.pooled() == 0 || (left != null && left < days)) {
        low.add(Tier.of(tier.tier()));
      }
    }
    return low;
  }
}
