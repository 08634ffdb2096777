package dev.storefront.common.redis;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The Redis Clusters of a service besides that of {@code spring.data.redis}, and what it wants of
 * all.
 *
 * @param clusters by name: lower-case letters and digits, other than {@code default}
 * @param least by the names that Redis gives to settings, the lowest number that each should have
 *     there: less is a finding that is not grave
 */
@Validated
@ConfigurationProperties("storefront.redis")
record RedisProperties(
    @DefaultValue
        Map<@Pattern(regexp = "(?!default$)[a-z0-9]{1,30}") String, @Valid Cluster> clusters,
    @DefaultValue Map<String, Long> least) {

  /**
   * Where a cluster is; all else is as {@code spring.data.redis} says.
   *
   * @param nodes some of its nodes, each {@code host:port}; a single server is a cluster of one
   *     node that owns every slot
   */
  record Cluster(@NotEmpty List<@NotBlank String> nodes) {}
}
