package dev.storefront.fitment.placement;

import dev.storefront.common.redis.FallbackNames;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Tells the Redis clusters of all cells apart. The cells share MySQL, and each calls its own
 * clusters by the same names.
 */
@Component
class CellClusters implements FallbackNames {

  private final CellProperties cells;

  CellClusters(CellProperties cells) {
    this.cells = cells;
  }

  /** The cell's name, and what the cluster is called there. */
  @Override
  public String of(String cluster) {
    return cells.cells().entrySet().stream()
        .flatMap(
            cell ->
                cell.getValue().entrySet().stream()
                    .filter(clusters -> clusters.getValue().equals(cluster))
                    .map(clusters -> name(cell, clusters)))
        .findFirst()
        .orElse(cells.cell() + "." + cluster);
  }

  private static String name(
      Map.Entry<String, Map<String, String>> cell, Map.Entry<String, String> clusters) {
    return cell.getKey() + "." + clusters.getKey();
  }

  /** True unless another cell looks after this cluster. */
  boolean isOwn(String cluster) {
    return cells.cells().values().stream().noneMatch(other -> other.containsValue(cluster));
  }
}
