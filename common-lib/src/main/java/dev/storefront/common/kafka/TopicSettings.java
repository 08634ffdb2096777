package dev.storefront.common.kafka;

import dev.storefront.common.health.Replies;
import dev.storefront.common.settings.ServerSettings;
import dev.storefront.common.settings.WrongSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Compares the topics that are there with those that the service needs. It changes none: another
 * number of partitions, say, sends keys to other partitions, where they overtake themselves.
 */
final class TopicSettings implements ServerSettings {

  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final TopicPlan plan;
  private final Supplier<Admin> kafka;

  TopicSettings(TopicPlan plan, Supplier<Admin> kafka) {
    this.plan = plan;
    this.kafka = kafka;
  }

  @Override
  public String server() {
    return "kafka";
  }

  /** Of the topics that are there: those that are missing are about to be created. */
  @Override
  public List<WrongSetting> wrong() {
    Admin admin = kafka.get();
    var names = Replies.await("kafka", admin.listTopics().names().toCompletionStage(), LONGEST);
    Map<String, NewTopic> wanted = plan.topics();
    wanted.values().removeIf(topic -> !names.contains(topic.name()));
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<String> present = wanted.values().stream().map(NewTopic::name).toList();
    Map<String, TopicDescription> descriptions =
        Replies.await(
            "kafka",
            admin
                .describeTopics(present, new DescribeTopicsOptions())
                .allTopicNames()
                .toCompletionStage(),
            LONGEST);
    Map<ConfigResource, Config> configs =
        Replies.await(
            "kafka",
            admin
                .describeConfigs(present.stream().map(TopicSettings::resource).toList())
                .all()
                .toCompletionStage(),
            LONGEST);
    List<WrongSetting> wrong = new ArrayList<>();
    wanted.forEach(
        (name, topic) -> {
          TopicDescription description = descriptions.get(topic.name());
          Config config = configs.get(resource(topic.name()));
          if (description != null && config != null) {
            addShape(name, topic, description, wrong);
            addConfig(name, topic, config, wrong);
          }
        });
    return wrong;
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }

  private void addShape(
      String name, NewTopic wanted, TopicDescription found, List<WrongSetting> wrong) {
    int partitions = found.partitions().size();
    if (partitions != wanted.numPartitions()) {
      wrong.add(
          new WrongSetting(
              server(),
              name + ".partitions",
              Integer.toString(partitions),
              wanted.numPartitions() + ": the number is the contract's",
              false));
    }
    int replicas = found.partitions().stream().mapToInt(p -> p.replicas().size()).min().orElse(0);
    if (replicas < wanted.replicationFactor()) {
      wrong.add(
          new WrongSetting(
              server(),
              name + ".replication.factor",
              Integer.toString(replicas),
              wanted.replicationFactor() + " or more (storefront.kafka.replication-factor)",
              false));
    }
  }

  private void addConfig(String name, NewTopic wanted, Config found, List<WrongSetting> wrong) {
    wanted
        .configs()
        .forEach(
            (setting, value) -> {
              String present = found.get(setting).value();
              boolean good =
                  setting.equals(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
                      ? Integer.parseInt(present) >= Integer.parseInt(value)
                      : present.equals(value);
              if (!good) {
                wrong.add(
                    new WrongSetting(
                        server(),
                        name + "." + setting,
                        present,
                        value + ": what is acknowledged must stay",
                        true));
              }
            });
  }
}
