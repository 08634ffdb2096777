package dev.storefront.localstack.testing;

import dev.storefront.localstack.Backends;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Tells a server one sentence and asks for it again, with the client that the services use. */
enum Witness {
  REDIS(List.of("redis-1", "redis-2", "redis-3")) {
    @Override
    void tell(Backends backends, String sentence) {
      redis(backends, client -> client.sync().set(NAME, sentence));
    }

    @Override
    String ask(Backends backends) {
      return redis(backends, client -> client.sync().get(NAME));
    }
  },

  DATABASE(List.of("database")) {
    @Override
    void tell(Backends backends, String sentence) throws Exception {
      try (Connection connection = database(backends)) {
        connection
            .createStatement()
            .execute("CREATE TABLE IF NOT EXISTS witness (sentence VARCHAR(100))");
        connection.createStatement().execute("DELETE FROM witness");
        PreparedStatement insert = connection.prepareStatement("INSERT INTO witness VALUES (?)");
        insert.setString(1, sentence);
        insert.executeUpdate();
      }
    }

    @Override
    String ask(Backends backends) throws Exception {
      try (Connection connection = database(backends);
          ResultSet row =
              connection.createStatement().executeQuery("SELECT sentence FROM witness")) {
        row.next();
        return row.getString(1);
      }
    }
  },

  KAFKA(List.of("kafka")) {
    @Override
    void tell(Backends backends, String sentence) throws Exception {
      Map<String, Object> settings =
          Map.of("bootstrap.servers", backends.kafkaBootstrapServers(), "linger.ms", 0);
      try (Admin admin = Admin.create(settings)) {
        if (!admin.listTopics().names().get(BOUND, TimeUnit.SECONDS).contains(NAME)) {
          admin
              .createTopics(List.of(new NewTopic(NAME, 1, (short) 1)))
              .all()
              .get(BOUND, TimeUnit.SECONDS);
        }
      }
      try (KafkaProducer<String, String> producer =
          new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
        producer.send(new ProducerRecord<>(NAME, sentence)).get(BOUND, TimeUnit.SECONDS);
      }
    }

    @Override
    String ask(Backends backends) {
      Map<String, Object> settings = Map.of("bootstrap.servers", backends.kafkaBootstrapServers());
      TopicPartition partition = new TopicPartition(NAME, 0);
      try (KafkaConsumer<String, String> consumer =
          new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
        consumer.assign(List.of(partition));
        Duration bound = Duration.ofSeconds(BOUND);
        consumer.seek(partition, consumer.endOffsets(List.of(partition), bound).get(partition) - 1);
        return consumer.poll(bound).iterator().next().value();
      }
    }
  },

  HBASE(List.of("hbase")) {
    @Override
    void tell(Backends backends, String sentence) throws Exception {
      try (AsyncConnection hbase = hbase(backends)) {
        if (!hbase.getAdmin().tableExists(TABLE).get(BOUND, TimeUnit.SECONDS)) {
          hbase
              .getAdmin()
              .createTable(
                  TableDescriptorBuilder.newBuilder(TABLE)
                      .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                      .build())
              .get(BOUND, TimeUnit.SECONDS);
        }
        Put put = new Put(bytes("row")).addColumn(bytes("f"), bytes("q"), bytes(sentence));
        hbase.getTable(TABLE).put(put).get(BOUND, TimeUnit.SECONDS);
      }
    }

    @Override
    String ask(Backends backends) throws Exception {
      try (AsyncConnection hbase = hbase(backends)) {
        byte[] value =
            hbase
                .getTable(TABLE)
                .get(new Get(bytes("row")))
                .get(BOUND, TimeUnit.SECONDS)
                .getValue(bytes("f"), bytes("q"));
        return Optional.ofNullable(value)
            .map(v -> new String(v, StandardCharsets.UTF_8))
            .orElse("(no row)");
      }
    }
  };

  private static final String NAME = Namespace.ofThisJvm() + "-witness";
  private static final TableName TABLE = TableName.valueOf(NAME);
  private static final int BOUND = 30;

  @SuppressWarnings("ImmutableEnumChecker") // a copy of its own, and never changed
  private final List<String> servers;

  Witness(List<String> servers) {
    this.servers = servers;
  }

  /** The servers that must keep what it was told. */
  List<String> servers() {
    return servers;
  }

  abstract void tell(Backends backends, String sentence) throws Exception;

  abstract String ask(Backends backends) throws Exception;

  private interface RedisTalk {
    String with(io.lettuce.core.cluster.api.StatefulRedisClusterConnection<String, String> redis);
  }

  private static String redis(Backends backends, RedisTalk talk) {
    List<RedisURI> nodes =
        backends.redisNodes().stream().map(node -> RedisURI.create("redis://" + node)).toList();
    RedisClusterClient client = RedisClusterClient.create(nodes);
    try (var connection = client.connect()) {
      return talk.with(connection);
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  private static Connection database(Backends backends) throws Exception {
    return DriverManager.getConnection(
        backends.jdbcUrl("witness_" + Namespace.ofThisJvm()),
        backends.databaseUser(),
        backends.databasePassword());
  }

  private static AsyncConnection hbase(Backends backends) throws Exception {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", backends.zookeeper());
    return ConnectionFactory.createAsyncConnection(configuration).get(BOUND, TimeUnit.SECONDS);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
