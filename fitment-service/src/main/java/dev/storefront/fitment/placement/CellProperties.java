package dev.storefront.fitment.placement;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The cell of this instance: a set of instances with their own Redis clusters. All cells share
 * MySQL, and give the clusters that do the same the same names.
 *
 * @param cell its name, lower-case letters and digits, not {@value ReadCell#OWN}
 * @param cells others whose Redis this instance can read: by the cell's name, for each cluster of
 *     {@link PlacementProperties} the name that {@code storefront.redis.clusters} here gives to the
 *     other cell's cluster
 */
@Validated
@ConfigurationProperties("storefront.fitment")
public record CellProperties(
    @NotNull @Pattern(regexp = CellProperties.NAME) String cell,
    @DefaultValue
        Map<@Pattern(regexp = CellProperties.NAME) String, @NotEmpty Map<String, String>> cells) {

  static final String NAME = "(?!own$)[a-z0-9]{1,20}";

  /** True if this cell looks after a cluster, false if another cell does. */
  public boolean isOwn(String cluster) {
    return cells.values().stream().noneMatch(other -> other.containsValue(cluster));
  }
}
