package dev.storefront.history.deletion;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.View;
import dev.storefront.history.product.ProductFacts;
import dev.storefront.history.product.Products;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Deletes views, first in MySQL, which never forgets what was acknowledged, then in Redis for
 * everyone to see. Redis may find that a deletion counts from later, because a view of a clock that
 * is ahead goes too; then MySQL learns that before the user does. All of it may be repeated; a call
 * that fails in between is to be made again, and nothing shows less than the user asked for.
 */
@Component
class Deletions {

  private final DeletionLog deletionLog;
  private final DeletionScripts scripts;
  private final Products products;
  private final Clock clock;

  Deletions(DeletionLog deletionLog, DeletionScripts scripts, Products products, Clock clock) {
    this.deletionLog = deletionLog;
    this.scripts = scripts;
    this.products = products;
    this.clock = clock;
  }

  /** Deletes the user's views of these SKUs up to now, and those of others of their groups. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "delete-views"})
  void delete(String user, Set<Long> skuIds) {
    long now = clock.millis();
    ProductFacts facts = products.lookUp(skuIds);
    List<Deletion> wanted =
        skuIds.stream().map(sku -> new Deletion(sku, facts.groupOf(sku), now)).toList();
    deletionLog.deleted(user, wanted);
    List<Deletion> effective = ScriptRunner.await(scripts.delete(user, wanted));
    deletionLog.deleted(user, effective.stream().filter(d -> d.deletedAt() > now).toList());
  }

  /** Deletes all of the user's views up to now. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "clear-history"})
  void clear(String user) {
    long now = clock.millis();
    deletionLog.cleared(user, now);
    List<View> ahead = ScriptRunner.await(scripts.clear(user, now));
    deletionLog.deleted(
        user,
        ahead.stream()
            .map(v -> new Deletion(v.skuId(), Group.ofSku(v.skuId()), v.viewedAt()))
            .toList());
  }
}
