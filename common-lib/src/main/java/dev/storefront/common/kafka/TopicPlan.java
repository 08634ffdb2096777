package dev.storefront.common.kafka;

import dev.storefront.common.namespace.Namespace;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** The topics as they have to be, each with its dead letters. */
final class TopicPlan {

  private final TopicProperties properties;
  private final Namespace namespace;

  TopicPlan(TopicProperties properties, Namespace namespace) {
    this.properties = properties;
    this.namespace = namespace;
  }

  /** By the contract's name, without namespace. */
  SortedMap<String, NewTopic> topics() {
    SortedMap<String, NewTopic> topics = new TreeMap<>();
    properties
        .topics()
        .forEach(
            (name, topic) -> {
              topics.put(name, topic(name, topic.partitions(), topic.compacted()));
              topics.put(name + ".dlt", topic(name + ".dlt", 1, false));
            });
    return topics;
  }

  private NewTopic topic(String name, int partitions, boolean compacted) {
    return new NewTopic(namespace.topic(name), partitions, properties.replicationFactor())
        .configs(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                compacted ? TopicConfig.CLEANUP_POLICY_COMPACT : TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                Short.toString(properties.minInsyncReplicas()),
                TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                "false"));
  }
}
