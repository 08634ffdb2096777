package dev.storefront.common.namespace;

import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * A name that is put before every Redis key, Kafka topic, consumer group, HBase table and ZooKeeper
 * path, so that several suites (staging and a rehearsal, or two test runs) share servers. Empty,
 * the default, leaves the names of the contract as they are.
 *
 * @param namespace empty, or 1-20 lower-case letters and digits
 */
@Validated
@ConfigurationProperties("storefront")
public record Namespace(@Pattern(regexp = "[a-z0-9]{0,20}") @DefaultValue("") String namespace) {

  /** The Redis key, for example {@code C_{7}_1} or {@code t1:C_{7}_1}; hash tags are unharmed. */
  public String key(String key) {
    return namespace.isEmpty() ? key : namespace + ":" + key;
  }

  /** The Kafka topic, for example {@code page-views} or {@code t1.page-views}. */
  public String topic(String topic) {
    return namespace.isEmpty() ? topic : namespace + "." + topic;
  }

  /** The Kafka consumer group. */
  public String group(String group) {
    return topic(group);
  }

  /** The HBase table, for example {@code shortlinks} or {@code t1_shortlinks}. */
  public String table(String table) {
    return namespace.isEmpty() ? table : namespace + "_" + table;
  }

  /** The root of the suite's ZooKeeper paths, {@code /storefront} or {@code /storefront-t1}. */
  public String zookeeperRoot() {
    return namespace.isEmpty() ? "/storefront" : "/storefront-" + namespace;
  }
}
