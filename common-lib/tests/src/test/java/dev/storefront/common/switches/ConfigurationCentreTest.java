package dev.storefront.common.switches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.testing.TestBackends;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance keeps for its next start of what a real ZooKeeper tells. */
class ConfigurationCentreTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  private final String zookeeper = TestBackends.shared().zookeeper();
  private final Namespace namespace =
      new Namespace("c" + UUID.randomUUID().toString().substring(24));
  private final CuratorFramework operator =
      CuratorFrameworkFactory.newClient(zookeeper, new RetryOneTime(100));

  @TempDir private Path folder;
  private SwitchMemory memory = new SwitchMemory(Path.of("target"), false, "none");
  private @Nullable ConfigurationCentre centre;

  @BeforeEach
  void connect() {
    memory = new SwitchMemory(folder, false, "sale");
    operator.start();
  }

  @AfterEach
  void close() {
    if (centre != null) {
      centre.stop();
    }
    operator.close();
  }

  @Test
  void what_was_taken_away_while_the_service_was_down_counts_no_longer() throws Exception {
    set("limit", "7");
    memory.keep(Map.of("closed", "true", "limit", "7", "rate.1", "5"));
    Switches switches = new Switches(memory.load());
    Switch<Boolean> closed = switches.defineBoolean("closed", false);
    Switch<Integer> limit = switches.defineInt("limit", 5, 0, 10);
    assertThat(closed.get()).isTrue();

    follow(switches);

    await().atMost(SOON).until(() -> memory.load().equals(Map.of("limit", "7")));
    assertThat(closed.get()).isFalse();
    assertThat(limit.get()).isEqualTo(7);
  }

  @Test
  void what_is_no_value_leaves_the_last_good_one_for_the_next_start_too() throws Exception {
    set("closed", "true");
    Switches switches = new Switches();
    Switch<Boolean> closed = switches.defineBoolean("closed", false);
    follow(switches);
    await().atMost(SOON).until(() -> memory.load().equals(Map.of("closed", "true")));

    set("closed", "yes");
    set("limit", "7");

    await().atMost(SOON).until(() -> memory.load().containsKey("limit"));
    assertThat(switches.invalid()).containsExactly("closed");
    assertThat(closed.get()).isTrue();
    assertThat(new Switches(memory.load()).defineBoolean("closed", false).get()).isTrue();
  }

  @Test
  void all_that_is_there_at_start_is_kept_at_once_and_what_stays_the_same_not_again()
      throws Exception {
    Map<String, String> rates = new TreeMap<>();
    for (int promotion = 0; promotion < 20; promotion++) {
      rates.put("rate." + promotion, "5");
      set("rate." + promotion, "5");
    }
    try (WatchService watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      follow(new Switches());
      await().atMost(SOON).until(() -> memory.load().equals(rates));
      assertThat(writes(watch)).isEqualTo(1);

      set("rate.0", "5");
      set("rate.1", "6");
      await().atMost(SOON).until(() -> "6".equals(memory.load().get("rate.1")));
      assertThat(writes(watch)).isEqualTo(1);
    }
  }

  private void follow(Switches switches) {
    centre =
        new ConfigurationCentre(
            new SwitchProperties(zookeeper), namespace, "sale", switches, memory);
    centre.start();
  }

  private void set(String key, String text) throws Exception {
    operator
        .create()
        .orSetData()
        .creatingParentsIfNeeded()
        .forPath(
            namespace.zookeeperRoot() + "/config/sale/" + key,
            text.getBytes(StandardCharsets.UTF_8));
  }

  /** How often all was written since somebody asked. */
  private long writes(WatchService watch) throws Exception {
    Path last = Files.createTempFile(folder, "last", "");
    List<String> made = new ArrayList<>();
    while (!made.contains(last.getFileName().toString())) {
      WatchKey key = watch.poll(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(key).isNotNull();
      for (WatchEvent<?> event : key.pollEvents()) {
        made.add(String.valueOf(event.context()));
      }
      key.reset();
    }
    return made.stream().filter(name -> name.endsWith(".new")).count();
  }
}
