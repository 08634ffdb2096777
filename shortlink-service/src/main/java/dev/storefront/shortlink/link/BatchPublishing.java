package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Claiming;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.link.LinkPublisher.NewLink;
import dev.storefront.shortlink.link.LinkStore.Published;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
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
  private final Clock clock;

  BatchPublishing(
      TargetUrl targets, Leases leases, CodeBook codes, LinkPublisher publisher, Clock clock) {
    this.targets = targets;
    this.leases = leases;
    this.codes = codes;
    this.publisher = publisher;
    this.clock = clock;
  }

  record Item(long id, @Nullable String url) {}

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

  /** What became of the batch. */
  sealed interface Outcome {

    record Processed(List<Result> results) implements Outcome {}

    record StaleLease() implements Outcome {}

    record UnknownLease() implements Outcome {}
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "publish-batch"})
  Outcome publish(String clientId, String leaseId, long epoch, List<Item> items) {
    List<TargetUrl.Check> checks = items.stream().map(item -> targets.check(item.url())).toList();
    Set<Long> ids = new LinkedHashSet<>();
    for (int i = 0; i < items.size(); i++) {
      if (checks.get(i) instanceof TargetUrl.Check.Good) {
        ids.add(items.get(i).id());
      }
    }
    return publish(clientId, items, checks, leases.claim(clientId, leaseId, epoch, ids));
  }

  private Outcome publish(
      String clientId, List<Item> items, List<TargetUrl.Check> checks, Claiming claiming) {
    if (claiming instanceof Claiming.Claimed claimed) {
      return new Outcome.Processed(publishClaimed(clientId, items, checks, claimed));
    }
    return claiming instanceof Claiming.Stale
        ? new Outcome.StaleLease()
        : new Outcome.UnknownLease();
  }

  private List<Result> publishClaimed(
      String clientId, List<Item> items, List<TargetUrl.Check> checks, Claiming.Claimed claimed) {
    Map<Long, Integer> generations = claimed.generations();
    List<NewLink> links = new ArrayList<>();
    List<Result> results = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      long id = items.get(i).id();
      Integer generation = generations.get(id);
      if (checks.get(i) instanceof TargetUrl.Check.Good good && generation != null) {
        NewLink link = newLink(claimed.tier(), id, generation, good.url(), clientId);
        links.add(link);
        positions.add(i);
        results.add(new Result.Done(id, link.address().code()));
      } else {
        results.add(refused(id, checks.get(i)));
      }
    }
    List<Published> published = publisher.publish(links);
    for (int n = 0; n < published.size(); n++) {
      int position = positions.get(n);
      results.set(position, resultOf(results.get(position), published.get(n).reply()));
    }
    return results;
  }

  private NewLink newLink(Tier tier, long id, int generation, String url, String clientId) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    StoredLink link =
        new StoredLink(
            generation, now.toEpochMilli(), null, false, now, clientId, url, LinkOptions.NONE);
    return new NewLink(codes.addressOf(tier, id), link);
  }

  private static Result refused(long id, TargetUrl.Check check) {
    if (check instanceof TargetUrl.Check.Banned banned) {
      return new Result.Failed(id, "banned-host", banned.detail());
    }
    return check instanceof TargetUrl.Check.Bad bad
        ? new Result.Failed(id, "invalid-url", "The url " + bad.reason() + ".")
        : new Result.Failed(id, "id-not-in-lease", "The lease does not have this id.");
  }

  private static Result resultOf(Result done, LinkReply reply) {
    return switch (reply) {
      case TAKEN ->
          new Result.Failed(done.id(), "id-taken", "A link was published under this id before.");
      case RECYCLED ->
          new Result.Failed(done.id(), "stale-lease", "The lease is over, its ids went on.");
      default -> done;
    };
  }
}
