package dev.storefront.acceptance.flashsale.proof;

import java.util.ArrayList;
import java.util.List;

/**
 * A promotion's terms, as far as calls are judged by them.
 *
 * @param startsAt epoch microseconds, as is {@code endsAt}
 * @param limitMax units that one holder may have; of no meaning for {@link Limit#NONE}
 * @param rateMax attempts in {@code rateWindow} microseconds
 * @param soldOutKept for how many microseconds an instance may remember that it is sold out
 */
public record Sale(
    long promotionId,
    int quota,
    long startsAt,
    long endsAt,
    Limit limit,
    int limitMax,
    int rateMax,
    long rateWindow,
    long soldOutKept) {

  /** Whose units are limited. */
  public enum Limit {
    NONE,
    IP,
    PIN,
    IP_AND_PIN
  }

  /** Those whose units an order of that content adds to. */
  List<String> holdersOf(Content content) {
    List<String> holders = new ArrayList<>();
    if (limit == Limit.IP || limit == Limit.IP_AND_PIN) {
      holders.add("ip:" + content.ip());
    }
    if (limit == Limit.PIN || limit == Limit.IP_AND_PIN) {
      holders.add("pin:" + content.pin());
    }
    return holders;
  }
}
