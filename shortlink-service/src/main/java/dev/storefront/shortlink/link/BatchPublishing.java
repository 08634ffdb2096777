package dev.storefront.shortlink.link;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Claiming;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.link.LinkPublisher.NewLink;
import dev.storefront.shortlink.link.LinkStore.Published;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Publishes links under leased ids. One bad link spoils no other; a repeat changes nothing. */
@Component
class BatchPublishing {

  private final TargetUrl targets;
  private final Leases leases;
  private final CodeBook codes;
  private final LinkPublisher publisher;
  private final Guard database;
  private final Clock clock;

  BatchPublishing(
      TargetUrl targets,
      Leases leases,
      CodeBook codes,
      LinkPublisher publisher,
      Guard database,
      Clock clock) {
    this.targets = targets;
    this.leases = leases;
    this.codes = codes;
    this.publisher = publisher;
    this.database = database;
    this.clock = clock;
  }

  /**
   * A link.
   *
   * @param announced whether somebody knows its code already: then its id is used up in any case
   */
  record Item(long id, @Nullable String url, boolean announced) {}

  /** What became of one link. */
  sealed interface Result {

    long id();

    record Done(long id, String code) implements Result {}

    /**
     * @param code kebab-case: {@code invalid-url}, {@code id-not-in-lease}, {@code id-taken},
     *     {@code stale-lease} or {@code banned-host}
     */
    record Failed(long id, String code, String detail) implements Result {}
  }

  /**
   * What became of the batch.
   *
   * @param results of each link, in their order; none if the lease was not claimed
   */
  record Outcome(Claiming claiming, List<Result> results) {}

  @UseCase("publish-batch")
  Outcome publish(String clientId, String leaseId, long epoch, List<Item> items) {
    List<TargetUrl.Check> checks = items.stream().map(item -> targets.check(item.url())).toList();
    Set<Long> ids = new LinkedHashSet<>();
    for (int i = 0; i < items.size(); i++) {
      if (checks.get(i) instanceof TargetUrl.Check.Good || items.get(i).announced()) {
        ids.add(items.get(i).id());
      }
    }
    Claiming claiming = database.answer(() -> leases.claim(clientId, leaseId, epoch, ids));
    return new Outcome(
        claiming,
        claiming instanceof Claiming.Claimed claimed
            ? publish(clientId, items, checks, claimed)
            : List.of());
  }

  private List<Result> publish(
      String clientId, List<Item> items, List<TargetUrl.Check> checks, Claiming.Claimed claimed) {
    Map<Integer, NewLink> links = new LinkedHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      long id = items.get(i).id();
      Integer generation = claimed.generations().get(id);
      if (checks.get(i) instanceof TargetUrl.Check.Good good && generation != null) {
        links.put(i, newLink(claimed.tier(), id, generation, good.url(), clientId));
      }
    }
    Iterator<Published> published = publisher.publish(List.copyOf(links.values())).iterator();
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      long id = items.get(i).id();
      NewLink link = links.get(i);
      results.add(
          link == null
              ? refused(id, checks.get(i))
              : resultOf(id, link.address().code(), published.next().reply()));
    }
    return results;
  }

  private NewLink newLink(Tier tier, long id, int generation, String url, String clientId) {
    LinkTerms plain = new LinkTerms(url, null, LinkOptions.NONE);
    return new NewLink(
        codes.addressOf(tier, id), StoredLink.made(generation, plain, clientId, clock), 0);
  }

  private static Result refused(long id, TargetUrl.Check check) {
    if (check instanceof TargetUrl.Check.Banned banned) {
      return new Result.Failed(id, "banned-host", banned.detail());
    }
    return check instanceof TargetUrl.Check.Bad bad
        ? new Result.Failed(id, "invalid-url", "The url " + bad.reason() + ".")
        : new Result.Failed(id, "id-not-in-lease", "The lease does not have this id.");
  }

  private static Result resultOf(long id, String code, LinkReply reply) {
    return switch (reply) {
      case TAKEN -> new Result.Failed(id, "id-taken", "A link was published under this id before.");
      case RECYCLED -> new Result.Failed(id, "stale-lease", "The lease is over, its ids went on.");
      default -> new Result.Done(id, code);
    };
  }
}
