package dev.storefront.common.redis;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.settings.ServerSettings;
import dev.storefront.common.settings.WrongSetting;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each node of the service's clusters, replicas too, has to be set to: nothing may vanish
 * because memory is full, and a node that restarts has what it had, but for the last second.
 */
final class RedisSettings implements ServerSettings {

  private static final Logger log = LoggerFactory.getLogger(RedisSettings.class);
  private static final long SHORTEST_NODE_TIMEOUT = 1_000;
  private static final long LONGEST_NODE_TIMEOUT = 30_000;

  private static final List<Rule> OF_ALL =
      List.of(
          new Rule(
              "maxmemory-policy", "noeviction"::equals, true, "noeviction: keys must not vanish"),
          new Rule(
              "appendonly", "yes"::equals, true, "yes: a restart must not lose what was written"),
          new Rule(
              "appendfsync",
              value -> !value.equals("no"),
              false,
              "everysec or always: a power cut must not lose more than a second"),
          new Rule(
              "cluster-node-timeout",
              RedisSettings::isNodeTimeout,
              false,
              "1000 to 30000 ms: shorter takes a slow node for a dead one, longer keeps slots"
                  + " away"),
          new Rule(
              "cluster-require-full-coverage",
              "no"::equals,
              false,
              "no: a node that is lost must not close the slots of the others"));

  private final RedisClusters clusters;
  private final List<Rule> rules;

  /** By cluster, then by node: what is wrong there, for each node that has answered. */
  private final Map<String, Map<String, List<WrongSetting>>> known = new ConcurrentHashMap<>();

  RedisSettings(RedisClusters clusters, Map<String, Long> least) {
    this.clusters = clusters;
    this.rules =
        Stream.concat(
                OF_ALL.stream(),
                least.entrySet().stream().map(each -> atLeast(each.getKey(), each.getValue())))
            .toList();
  }

  private record Rule(String name, Predicate<String> good, boolean grave, String wanted) {}

  @Override
  public String server() {
    return "redis";
  }

  @Override
  public List<WrongSetting> wrong() {
    for (String name : clusters.names()) {
      try {
        known.put(name, of(clusters.access(name), known.getOrDefault(name, Map.of())));
      } catch (BackendUnavailableException away) {
        log.debug("The settings of Redis {} could not be read: {}", name, away.toString());
      }
    }
    if (known.values().stream().allMatch(Map::isEmpty)) {
      throw new IllegalStateException("No node of Redis has told its settings yet");
    }
    return clusters.names().stream()
        .flatMap(name -> known.getOrDefault(name, Map.of()).values().stream())
        .flatMap(List::stream)
        .toList();
  }

  /** By node; one that does not answer is as it was before, or missing. */
  private Map<String, List<WrongSetting>> of(
      RedisClusterAccess access, Map<String, List<WrongSetting>> before) {
    String server = RedisHealth.component(access.cluster());
    Map<String, CompletableFuture<Map<String, String>>> asked = new TreeMap<>();
    Replies.await(
        access.call(
            commands -> {
              var connection = commands.getStatefulConnection();
              for (RedisClusterNode node : connection.getPartitions()) {
                asked.put(
                    node.getUri().getHost() + ":" + node.getUri().getPort(),
                    connection
                        .getConnectionAsync(node.getNodeId())
                        .thenCompose(
                            open ->
                                open.async()
                                    .configGet(
                                        rules.stream().map(Rule::name).toArray(String[]::new))));
              }
              return CompletableFuture.allOf(
                  asked.values().stream()
                      .map(reply -> reply.exceptionally(error -> Map.of()))
                      .toArray(CompletableFuture[]::new));
            }));
    Map<String, List<WrongSetting>> wrong = new TreeMap<>();
    asked.forEach(
        (node, reply) -> {
          List<WrongSetting> found = of(server, node, reply, before.get(node));
          if (found != null) {
            wrong.put(node, found);
          }
        });
    return wrong;
  }

  private @Nullable List<WrongSetting> of(
      String server,
      String node,
      CompletableFuture<Map<String, String>> reply,
      @Nullable List<WrongSetting> before) {
    Map<String, String> values;
    try {
      values = Replies.await(reply);
    } catch (RedisCommandExecutionException refused) {
      return List.of(
          new WrongSetting(
              server,
              "config",
              "not to be read on " + node + " (" + refused.getMessage() + ")",
              "readable by CONFIG GET, or checked by hand and accepted",
              false));
    } catch (RuntimeException away) {
      return before; // asked again later
    }
    return rules.stream()
        .filter(
            rule -> values.containsKey(rule.name()) && !rule.good().test(values.get(rule.name())))
        .map(
            rule ->
                new WrongSetting(
                    server,
                    rule.name(),
                    values.get(rule.name()) + " on " + node,
                    rule.wanted(),
                    rule.grave()))
        .toList();
  }

  private static Rule atLeast(String name, long least) {
    return new Rule(
        name,
        value -> Long.parseLong(value) >= least,
        false,
        least + " or more: with less this service takes more memory");
  }

  private static boolean isNodeTimeout(String millis) {
    long value = Long.parseLong(millis);
    return value >= SHORTEST_NODE_TIMEOUT && value <= LONGEST_NODE_TIMEOUT;
  }
}
