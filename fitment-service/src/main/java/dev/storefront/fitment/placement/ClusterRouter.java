package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptRunner;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Where a group lies, in two steps. First the cluster: kind and merchant choose it, all
 * self-operated products on one, the marketplace's merchants spread over one or more. Then the slot
 * in that cluster: the group chooses it by its hash tag. A merchant's products lie together, as do
 * all keys of a group.
 */
@Component
public class ClusterRouter {

  private final ScriptRunner scripts;
  private final ReadCell readCell;
  private final String settings;
  private final String self;
  private final Rendezvous pop;
  private final SortedSet<String> clusters = new TreeSet<>();

  /**
   * @throws IllegalArgumentException if the settings name a cluster that is not there
   */
  ClusterRouter(
      ScriptRunner scripts, PlacementProperties settings, CellProperties cells, ReadCell readCell) {
    clusters.add(settings.self());
    clusters.addAll(settings.pop());
    clusters.forEach(scripts::on);
    this.scripts = scripts;
    this.readCell = readCell;
    this.settings =
        "cell %s, SELF on %s, POP on %s"
            .formatted(cells.cell(), settings.self(), settings.pop().stream().sorted().toList());
    this.self = settings.self();
    this.pop = new Rendezvous(settings.pop());
  }

  /** What the settings say of where groups lie, the same text for the same settings. */
  public String settings() {
    return settings;
  }

  /** The first step: the cluster on which the settings want a group to be; readers look there. */
  public String clusterOf(Group group) {
    return switch (group.kind()) {
      case SELF -> self;
      case POP -> pop.choose(group.vendorId());
    };
  }

  /** The clusters on which the settings want groups to be. */
  public Set<String> clusters() {
    return Collections.unmodifiableSet(clusters);
  }

  /** The cell whose Redis checks are answered from. */
  public String readCell() {
    return readCell.name();
  }

  /** The cluster on which checks of a group look, be it this cell's or another's. */
  String readClusterOf(Group group) {
    return readCell.cluster(clusterOf(group));
  }

  /** The scripts of the cluster on which a group lies. */
  ScriptRunner scripts(Group group) {
    return scripts.on(clusterOf(group));
  }

  /**
   * The scripts of any cluster of this service.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  ScriptRunner scripts(String cluster) {
    return scripts.on(cluster);
  }

  /**
   * Of each cluster of this service the generation that is known now; to be asked before MySQL is
   * read for what {@link EncodedShelf#generations} takes.
   */
  public Map<String, Long> generations() {
    return scripts.generations();
  }

  /** False for a cluster that was taken out of service. */
  boolean knows(String cluster) {
    return scripts.knows(cluster);
  }
}
