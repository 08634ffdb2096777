package dev.storefront.fitment.placement;

import dev.storefront.common.redis.RedisClusterAccess;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;
import org.hibernate.validator.constraints.UniqueElements;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which Redis clusters hold which groups. Each name is {@code default} or one of {@code
 * storefront.redis.clusters}.
 *
 * @param self the cluster of all self-operated products
 * @param pop the clusters over which the marketplace's merchants are spread, in any order
 */
@Validated
@ConfigurationProperties("storefront.fitment.placement")
record PlacementProperties(
    @DefaultValue(RedisClusterAccess.DEFAULT) @NotBlank String self,
    @DefaultValue(RedisClusterAccess.DEFAULT) @NotEmpty @UniqueElements
        List<@NotBlank String> pop) {}
