package dev.storefront.flashsale.barrier;

import static org.apache.kafka.clients.admin.OffsetSpec.earliest;
import static org.apache.kafka.clients.admin.OffsetSpec.latest;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.SharedCalls;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.stereotype.Component;

/**
 * Asks Kafka where the ledger's topic ends and how far its consumers are. They commit after the
 * transaction, so what is committed is in MySQL, unless that lost it. Questions that come while one
 * is under way share the next one.
 */
@Component
class TopicOffsets implements DisposableBean {

  private static final String LEDGER = "flash-sale-ledger";
  private static final int CALL_MILLIS = 1_500;

  private final KafkaAdmin kafka;
  private final String topic;
  private final String group;
  private volatile @Nullable Admin admin;
  private final SharedCalls<String, Supplier<CompletableFuture<Offsets>>, Offsets> answers =
      SharedCalls.ofOneAnswer();

  TopicOffsets(KafkaAdmin kafka, Namespace namespace) {
    this.kafka = kafka;
    this.topic = namespace.topic(LEDGER);
    this.group = namespace.group(LEDGER);
  }

  /** An answer to a question that is asked after this call. */
  CompletableFuture<Offsets> look() {
    // Not in the caller's thread: what fails at once would be asked for all who wait, one in the
    // other.
    return answers.call(
        topic, () -> CompletableFuture.supplyAsync(this::ask).thenCompose(Function.identity()));
  }

  private CompletableFuture<Offsets> ask() {
    Admin client = admin();
    CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> committed =
        future(client.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    CompletableFuture<List<TopicPartition>> partitions =
        future(client.describeTopics(List.of(topic)).allTopicNames())
            .thenApply(found -> partitions(found.values()));
    CompletableFuture<Map<Integer, Long>> begins =
        partitions.thenCompose(all -> offsets(client, all, earliest()));
    CompletableFuture<Map<Integer, Long>> ends =
        partitions.thenCompose(all -> offsets(client, all, latest()));
    return begins.thenCompose(
        from -> ends.thenCombine(committed, (to, done) -> new Offsets(to, written(from, done))));
  }

  private static List<TopicPartition> partitions(Collection<TopicDescription> topics) {
    return topics.stream()
        .flatMap(
            topic ->
                topic.partitions().stream()
                    .map(partition -> new TopicPartition(topic.name(), partition.partition())))
        .toList();
  }

  private static CompletableFuture<Map<Integer, Long>> offsets(
      Admin client, List<TopicPartition> partitions, OffsetSpec where) {
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(Function.identity(), p -> where));
    return future(client.listOffsets(wanted).all()).thenApply(TopicOffsets::byPartition);
  }

  private static Map<Integer, Long> byPartition(Map<TopicPartition, ListOffsetsResultInfo> found) {
    Map<Integer, Long> offsets = new HashMap<>();
    found.forEach((partition, info) -> offsets.put(partition.partition(), info.offset()));
    return offsets;
  }

  /** What Kafka has deleted for its age is not waited for. */
  private static Map<Integer, Long> written(
      Map<Integer, Long> begins, Map<TopicPartition, @Nullable OffsetAndMetadata> committed) {
    Map<Integer, Long> written = new HashMap<>(begins);
    committed.forEach(
        (partition, offset) -> {
          if (offset != null) {
            written.merge(partition.partition(), offset.offset(), Math::max);
          }
        });
    return written;
  }

  private static <T> CompletableFuture<T> future(KafkaFuture<T> reply) {
    return reply.toCompletionStage().toCompletableFuture();
  }

  /**
   * Made when it is first needed: a service starts while Kafka is away. One question at a time is
   * asked, so no two make one.
   */
  private Admin admin() {
    Admin known = admin;
    if (known == null) {
      Map<String, Object> config = new HashMap<>(kafka.getConfigurationProperties());
      config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
      config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, CALL_MILLIS);
      known = Admin.create(config);
      admin = known;
    }
    return known;
  }

  @Override
  public void destroy() {
    Admin known = admin;
    if (known != null) {
      known.close();
    }
  }
}
