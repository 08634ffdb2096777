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
    for (String cell : cells.cells().keySet()) {
      for (Map.Entry<String, String> known :
          cells.cells().getOrDefault(cell, Map.of()).entrySet()) {
        if (known.getValue().equals(cluster)) {
          return cell + "." + known.getKey();
        }
      }
    }
    return cells.cell() + "." + cluster;
  }
}
