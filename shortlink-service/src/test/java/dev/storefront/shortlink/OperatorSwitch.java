package dev.storefront.shortlink;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.switches.Switches;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.springframework.core.env.Environment;

/** A switch as an operator sets it, and takes it back; the service has heard of both. */
public final class OperatorSwitch implements AutoCloseable {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final CuratorFramework centre;
  private final Switches switches;
  private final String key;
  private final String path;
  private final String before;

  private OperatorSwitch(
      Environment environment, Namespace namespace, Switches switches, String key) {
    this.centre =
        CuratorFrameworkFactory.newClient(
            environment.getRequiredProperty("storefront.zookeeper.connect"), new RetryOneTime(100));
    this.switches = switches;
    this.key = key;
    this.path = namespace.zookeeperRoot() + "/config/shortlink-service/" + key;
    this.before = value();
  }

  /** Until this is closed. */
  public static OperatorSwitch set(
      Environment environment, Namespace namespace, Switches switches, String key, String text)
      throws Exception {
    OperatorSwitch operator = new OperatorSwitch(environment, namespace, switches, key);
    operator.centre.start();
    operator
        .centre
        .create()
        .orSetData()
        .creatingParentsIfNeeded()
        .forPath(operator.path, text.getBytes(StandardCharsets.UTF_8));
    await().atMost(SOON).until(() -> operator.value().equals(text));
    return operator;
  }

  private String value() {
    return switches.all().stream()
        .filter(each -> each.key().equals(key))
        .map(each -> String.valueOf(each.get()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() throws Exception {
    try (centre) {
      centre.delete().forPath(path);
      await().atMost(SOON).until(() -> value().equals(before));
    }
  }
}
