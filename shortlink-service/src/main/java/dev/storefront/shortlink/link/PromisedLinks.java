package dev.storefront.shortlink.link;

import com.google.common.collect.Lists;
import dev.storefront.common.health.Replies;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.link.ColdLinks.Cold;
import dev.storefront.shortlink.segment.Candidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Links that Redis has to have, visited or not, because of what was said when they were last
 * changed: an end that lies far ahead, or a beginning. Redis may have lost one, and no doubt have
 * come up.
 */
@Component
public class PromisedLinks {

  /** A region server looks for the links of one call one after the other. */
  private static final int LINKS_A_CALL = 250;

  private static final int CALLS_AT_ONCE = 8;

  private final Holdings holdings;
  private final CodeBook codes;
  private final LinkArchive archive;
  private final LinkStore store;

  PromisedLinks(Holdings holdings, CodeBook codes, LinkArchive archive, LinkStore store) {
    this.holdings = holdings;
    this.codes = codes;
    this.archive = archive;
    this.store = store;
  }

  /** A published id that looks idle. */
  private record Idle(Address.Numbered address, int generation, int segmentGeneration) {}

  /**
   * Asks cold storage for those of the idle ids that were published, and brings back what was
   * promised; so it is not idle any more.
   *
   * @param some segments of one tier
   */
  public void bringBack(List<Candidate> some) {
    Map<Long, Integer> published = holdings.published(some);
    List<Idle> idle = new ArrayList<>();
    for (Candidate each : some) {
      each.idle().stream()
          .filter(published::containsKey)
          .mapToObj(id -> codes.addressOf(each.segment().tier(), id))
          .map(a -> new Idle(a, published.getOrDefault(a.id(), 0), each.generation()))
          .forEach(idle::add);
    }
    Lists.partition(Lists.partition(idle, LINKS_A_CALL), CALLS_AT_ONCE)
        .forEach(this::bringBackSome);
  }

  private void bringBackSome(List<List<Idle>> some) {
    List<CompletableFuture<Map<String, StoredLink>>> cold = some.stream().map(this::ask).toList();
    for (int i = 0; i < some.size(); i++) {
      bringBack(some.get(i), Replies.await(cold.get(i)));
    }
  }

  private CompletableFuture<Map<String, StoredLink>> ask(List<Idle> idle) {
    Map<String, Integer> wanted = new HashMap<>();
    idle.forEach(each -> wanted.put(each.address().code(), each.generation()));
    return archive.ask(wanted);
  }

  private void bringBack(List<Idle> idle, Map<String, StoredLink> cold) {
    Map<Address, Cold> promised = new HashMap<>();
    for (Idle each : idle) {
      StoredLink link = cold.get(each.address().code());
      if (link != null && !link.deleted() && store.isKept(each.address(), link)) {
        promised.put(each.address(), new Cold(link, each.segmentGeneration()));
      }
    }
    store.restoreAll(promised, true);
  }
}
