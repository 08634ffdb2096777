package dev.storefront.shortlink.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.ratelimit.Counted;
import dev.storefront.common.ratelimit.RateLimits;
import dev.storefront.common.security.Caller;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.time.Duration;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * The first step of calls that make or change links, and of visits: no application does so without
 * end, and nobody goes through the codes to see which have a link. Links that somebody has cost a
 * visitor nothing here.
 */
@Component
public class Admission {

  private static final String NEW_LINKS = "new-links";
  private static final String UNKNOWN_CODES = "unknown-codes";

  /** Who tried too many codes gets no answer for so long, not even of those that have a link. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** What the tables of leases and slugs have room for. */
  private static final int LONGEST_OWNER = 128;

  private static final int MOST_PAUSED = 100_000;

  private final RateLimits limits;
  private final Cache<String, Problem> paused;

  Admission(Switches switches, LimitProperties properties, Ticker ticker) {
    this.limits =
        new RateLimits(
            switches,
            Map.of(NEW_LINKS, properties.newLinks(), UNKNOWN_CODES, properties.unknownCodes()));
    this.paused =
        Caffeine.newBuilder()
            .maximumSize(MOST_PAUSED)
            .expireAfterWrite(PAUSE)
            .ticker(ticker)
            .build();
  }

  /**
   * Lets a call in that makes links, or takes ids for some, which are its application's from then
   * on.
   *
   * @throws ProblemException 429 {@code rate-limited}, {@code dimension} new-links; 400 {@code
   *     invalid-request} if its name is longer than an owner's may be
   */
  public void admit(Caller caller) {
    admitChange(caller);
    if (caller.clientId().length() > LONGEST_OWNER) {
      throw Problem.invalid(
              "client_id", "must have at most " + LONGEST_OWNER + " characters in the token")
          .toException();
    }
  }

  /**
   * Lets a call in that changes a link.
   *
   * @throws ProblemException 429 {@code rate-limited}, {@code dimension} new-links
   */
  public void admitChange(Caller caller) {
    limits.enter(new Counted(NEW_LINKS, caller.clientId()));
  }

  /**
   * Lets a visitor in who has not just tried too many codes.
   *
   * @param address as {@link ClientAddresses#textOf} says
   * @throws ProblemException 429 {@code rate-limited}, {@code dimension} unknown-codes
   */
  public void admitVisitor(String address) {
    if (paused.estimatedSize() == 0) {
      return; // as a rule
    }
    Problem refusal = paused.getIfPresent(ClientAddresses.clientOf(address));
    if (refusal != null) {
      throw refusal.toException();
    }
  }

  /**
   * Counts a visitor's try of a code that has no link.
   *
   * @param address as {@link ClientAddresses#textOf} says
   * @throws ProblemException as {@link #admitVisitor}, in this case and for the next second
   */
  public void countUnknownCode(String address) {
    String client = ClientAddresses.clientOf(address);
    try {
      limits.enter(new Counted(UNKNOWN_CODES, client));
    } catch (ProblemException refused) {
      paused.put(client, refused.problem());
      throw refused;
    }
  }
}
