package dev.storefront.common.namespace;

/**
 * A name that is put before every Redis key, Kafka topic, consumer group, HBase table and ZooKeeper
 * path, so that several suites (staging and a rehearsal, or two test runs) share servers. Empty,
 * the default, leaves the names of the contract as they are. The bean is called {@code namespace},
 * so that listeners can say {@code topics = "#{@namespace.topic('page-views')}"}.
 *
 * @param name {@code storefront.namespace}: empty, or 1-20 lower-case letters and digits
 */
public record Namespace(String name) {

  public Namespace {
    if (!name.matches("[a-z0-9]{0,20}")) {
      throw new IllegalArgumentException(
          "storefront.namespace must be at most 20 lower-case letters and digits, is '%s'"
              .formatted(name));
    }
  }

  /** The Redis key, for example {@code C_{7}_1} or {@code t1:C_{7}_1}; hash tags are unharmed. */
  public String key(String key) {
    return name.isEmpty() ? key : name + ":" + key;
  }

  /** The Kafka topic, for example {@code page-views} or {@code t1.page-views}. */
  public String topic(String topic) {
    return name.isEmpty() ? topic : name + "." + topic;
  }

  /** The Kafka consumer group. */
  public String group(String group) {
    return topic(group);
  }

  /** The HBase table, for example {@code shortlinks} or {@code t1_shortlinks}. */
  public String table(String table) {
    return name.isEmpty() ? table : name + "_" + table;
  }

  /** The root of the suite's ZooKeeper paths, {@code /storefront} or {@code /storefront-t1}. */
  public String zookeeperRoot() {
    return name.isEmpty() ? "/storefront" : "/storefront-" + name;
  }
}
