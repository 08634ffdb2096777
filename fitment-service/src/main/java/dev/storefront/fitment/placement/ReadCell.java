package dev.storefront.fitment.placement;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Which cell's Redis checks are answered from: operators turn the switch {@code reads-from}. Writes
 * do not follow it.
 */
@Component
class ReadCell {

  static final String OWN = "own";

  private final CellProperties cells;
  private final Switch<String> readsFrom;

  /**
   * @throws IllegalArgumentException if the settings leave out a cluster of another cell, or name
   *     one that is not there
   */
  ReadCell(
      CellProperties cells,
      PlacementProperties placement,
      ScriptRunner scripts,
      Switches switches) {
    this.cells = cells;
    cells.cells().forEach((cell, clusters) -> check(cell, clusters, placement, scripts));
    this.readsFrom = switches.define("reads-from", OWN, this::parse);
  }

  private static void check(
      String cell,
      Map<String, String> clusters,
      PlacementProperties placement,
      ScriptRunner scripts) {
    Set<String> needed = new TreeSet<>(placement.pop());
    needed.add(placement.self());
    if (!clusters.keySet().equals(needed)) {
      throw new IllegalArgumentException(
          "storefront.fitment.cells.%s must tell where %s are, tells of %s"
              .formatted(cell, needed, new TreeSet<>(clusters.keySet())));
    }
    clusters.values().forEach(scripts::on);
  }

  private String parse(String text) {
    if (text.equals(OWN) || text.equals(cells.cell())) {
      return OWN;
    }
    if (!cells.cells().containsKey(text)) {
      throw new IllegalArgumentException("no cell of that name can be read here");
    }
    return text;
  }

  /** The cell's name. */
  String name() {
    String cell = readsFrom.get();
    return cell.equals(OWN) ? cells.cell() : cell;
  }

  /** What a cluster of this cell is called here in the cell that is read. */
  String cluster(String own) {
    return cells.cells().getOrDefault(readsFrom.get(), Map.of()).getOrDefault(own, own);
  }
}
