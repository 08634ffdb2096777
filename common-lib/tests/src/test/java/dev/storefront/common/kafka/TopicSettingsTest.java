package dev.storefront.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.TopicProperties.Topic;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.settings.WrongSetting;
import dev.storefront.localstack.testing.TestBackends;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.KafkaAdmin;

/** Topics of a wrong kind on a real broker. */
class TopicSettingsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final Map<String, Object> kafka =
      Map.of(
          AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
          TestBackends.shared().kafkaBootstrapServers());
  private final Namespace namespace =
      new Namespace("t" + UUID.randomUUID().toString().replace("-", "").substring(0, 12));
  private final Admin admin = Admin.create(kafka);

  @AfterEach
  void close() {
    admin.close();
  }

  @Test
  void topics_that_the_service_has_created_are_as_it_needs_them() {
    provision(plan(3, false));
    assertThat(wrong(plan(3, false))).isEmpty();
    // Nothing is said of topics that are not there yet.
    assertThat(wrong(new TopicPlan(properties("other", 7, true, 1), namespace))).isEmpty();
  }

  @Test
  void another_number_of_partitions_is_reported_and_stays_as_it_is() {
    create("orders", 2, Map.of());
    provision(plan(3, false));

    assertThat(wrong(plan(3, false)))
        .containsExactly(
            new WrongSetting(
                "kafka", "orders.partitions", "2", "3: the number is the contract's", false));
  }

  @Test
  void a_wrong_cleanup_policy_is_grave_either_way() {
    create("orders", 3, Map.of("cleanup.policy", "compact"));
    assertThat(wrong(plan(3, false)))
        .extracting(WrongSetting::key)
        .containsExactly("kafka.orders.cleanup.policy");
    assertThat(wrong(plan(3, false))).allMatch(WrongSetting::grave);
    assertThat(wrong(plan(3, true))).isEmpty();
  }

  @Test
  void an_unclean_election_of_a_leader_is_grave() {
    create("orders", 3, Map.of("unclean.leader.election.enable", "true"));
    assertThat(wrong(plan(3, false)))
        .containsExactly(
            new WrongSetting(
                "kafka",
                "orders.unclean.leader.election.enable",
                "true",
                "false: what is acknowledged must stay",
                true));
  }

  @Test
  void fewer_replicas_than_production_has_are_reported() {
    provision(plan(3, false));
    assertThat(wrong(new TopicPlan(properties("orders", 3, false, 2), namespace)))
        .extracting(WrongSetting::key)
        .containsExactly(
            "kafka.orders.replication.factor",
            "kafka.orders.min.insync.replicas",
            "kafka.orders.dlt.replication.factor",
            "kafka.orders.dlt.min.insync.replicas");
  }

  @Test
  void more_replicas_in_sync_than_there_are_is_refused_at_the_start() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TopicProperties(Map.of(), (short) 1, (short) 2))
        .withMessageContaining("min-insync-replicas is 2");
  }

  private TopicPlan plan(int partitions, boolean compacted) {
    return new TopicPlan(properties("orders", partitions, compacted, 1), namespace);
  }

  private static TopicProperties properties(
      String topic, int partitions, boolean compacted, int replicas) {
    return new TopicProperties(
        Map.of(topic, new Topic(partitions, compacted)), (short) replicas, (short) replicas);
  }

  private List<WrongSetting> wrong(TopicPlan plan) {
    return new TopicSettings(plan, () -> admin).wrong();
  }

  private void provision(TopicPlan plan) {
    TopicProvisioner provisioner = new TopicProvisioner(plan, new KafkaAdmin(kafka));
    provisioner.start();
    try {
      await().atMost(SOON).until(() -> exists("orders.dlt"));
    } finally {
      provisioner.stop();
    }
  }

  private boolean exists(String topic) throws Exception {
    return admin.listTopics().names().get(30, TimeUnit.SECONDS).contains(namespace.topic(topic));
  }

  private void create(String topic, int partitions, Map<String, String> config) {
    NewTopic created = new NewTopic(namespace.topic(topic), partitions, (short) 1).configs(config);
    try {
      admin.createTopics(List.of(created)).all().get(30, TimeUnit.SECONDS);
      await().atMost(SOON).until(() -> exists(topic));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
