package dev.storefront.localstack;

import java.util.List;

/** Where the backing servers are. All of them are up when one gets hold of this. */
public interface Backends {

  /** Some nodes of the Redis Cluster, each "host:port". */
  List<String> redisNodes();

  /**
   * A Redis Cluster of a single node beside that of {@link #redisNodes()}, for tests that need
   * several. The first call of a name starts it; from then on {@link #faults()} knows it by that
   * name.
   *
   * @param name {@code redis-}, then lower case letters and digits
   * @return its node, "host:port"
   */
  String extraRedis(String name);

  /** Kafka's bootstrap servers, "host:port". */
  String kafkaBootstrapServers();

  /**
   * The JDBC URL of a database, which is created at the first connection.
   *
   * @param database its name, letters, digits and underscores
   */
  String jdbcUrl(String database);

  /** A user who may do everything, other databases included. */
  String databaseUser();

  /** That user's password. */
  String databasePassword();

  /** The ZooKeeper ("host:port") that HBase uses and that is the configuration centre. */
  String zookeeper();

  /**
   * A Flink session cluster, which has its jobs' state on this machine's disk and in {@link
   * #zookeeper()}. The first call starts it, as processes of this machine; from then on {@link
   * #faults()} knows {@code flink-jobmanager} and {@code flink-taskmanager}.
   *
   * @return the address of its REST API, such as {@code http://127.0.0.1:18081}
   */
  String flink();

  /** Makes servers fail. */
  Faults faults();
}
