package dev.storefront.common.kafka;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The topics that this service writes or reads. Missing ones are created at start, each with its
 * {@code .dlt}.
 *
 * @param topics by the contract's name
 * @param replicationFactor of topics that are created; -1 leaves it to the broker
 */
@Validated
@ConfigurationProperties("storefront.kafka")
record TopicProperties(
    @DefaultValue Map<String, @Valid Topic> topics, @DefaultValue("-1") short replicationFactor) {

  /**
   * @param partitions 1 to 1000
   * @param compacted true to keep the last value of each key for ever
   */
  record Topic(@Min(1) @Max(1000) int partitions, @DefaultValue("false") boolean compacted) {}
}
