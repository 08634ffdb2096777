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
 * {@code .dlt}; those that are there are compared with this.
 *
 * @param topics by the contract's name
 * @param replicationFactor on how many brokers each partition is to be, 1 to 10
 * @param minInsyncReplicas how many of them must have a record before it counts as acknowledged, 1
 *     to {@code replicationFactor}
 */
@Validated
@ConfigurationProperties("storefront.kafka")
record TopicProperties(
    @DefaultValue Map<String, @Valid Topic> topics,
    @DefaultValue("3") @Min(1) @Max(10) short replicationFactor,
    @DefaultValue("2") @Min(1) @Max(10) short minInsyncReplicas) {

  TopicProperties {
    if (minInsyncReplicas > replicationFactor) {
      throw new IllegalArgumentException(
          "storefront.kafka.min-insync-replicas is %d, more than replication-factor, which is %d"
              .formatted(minInsyncReplicas, replicationFactor));
    }
  }

  /**
   * @param partitions 1 to 1000
   * @param compacted true to keep the last value of each key for ever
   */
  record Topic(@Min(1) @Max(1000) int partitions, @DefaultValue("false") boolean compacted) {}
}
