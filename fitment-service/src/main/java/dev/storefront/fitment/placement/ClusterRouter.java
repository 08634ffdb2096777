package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptRunner;
import io.lettuce.core.cluster.SlotHash;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Where a group lies, in two steps. First the cluster: kind and merchant choose it, all
 * self-operated products on one, the marketplace's merchants spread over one or more. Then the slot
 * in that cluster: the group chooses it by its hash tag. A merchant's products lie together, as do
 * all keys of a group.
 */
@Component
class ClusterRouter {

  private final ScriptRunner scripts;
  private final String self;
  private final Rendezvous pop;

  /**
   * @throws IllegalArgumentException if the settings name a cluster that is not there
   */
  ClusterRouter(ScriptRunner scripts, PlacementProperties settings) {
    Stream.concat(Stream.of(settings.self()), settings.pop().stream()).forEach(scripts::on);
    this.scripts = scripts;
    this.self = settings.self();
    this.pop = new Rendezvous(settings.pop());
  }

  /** Both steps. */
  Location locate(Group group) {
    return new Location(clusterOf(group), group.hashTag(), SlotHash.getSlot(group.hashTag()));
  }

  /** The first step. */
  String clusterOf(Group group) {
    return switch (group.kind()) {
      case SELF -> self;
      case POP -> pop.choose(group.vendorId());
    };
  }

  /** The scripts of the cluster on which a group lies. */
  ScriptRunner scripts(Group group) {
    return scripts.on(clusterOf(group));
  }

  /**
   * Where a group lies.
   *
   * @param cluster the Redis cluster's name
   * @param hashTag what stands in braces in each of its keys
   * @param slot what Redis makes of that, 0 to 16383
   */
  record Location(String cluster, String hashTag, int slot) {}
}
