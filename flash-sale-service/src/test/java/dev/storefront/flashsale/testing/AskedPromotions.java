package dev.storefront.flashsale.testing;

import dev.storefront.common.namespace.Namespace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often Redis is asked about each promotion of one instance's namespace, those of a script's
 * own commands included: it listens to all that the nodes carry out.
 */
public final class AskedPromotions implements AutoCloseable {

  private final Map<Long, Integer> commands = new ConcurrentHashMap<>();
  private final List<Socket> nodes = new ArrayList<>();
  private final List<Thread> listeners = new ArrayList<>();
  private final Pattern promotion;

  /**
   * Counts from now on.
   *
   * @param nodes {@code host:port,..}
   */
  public AskedPromotions(String nodes, Namespace namespace) throws IOException {
    promotion = Pattern.compile(Pattern.quote(namespace.key("C_{")) + "(\\d+)");
    for (String node : nodes.split(",")) {
      listen(node.substring(0, node.indexOf(':')), node.substring(node.indexOf(':') + 1));
    }
  }

  private void listen(String host, String port) throws IOException {
    Socket node = new Socket(host, Integer.parseInt(port));
    nodes.add(node);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.US_ASCII));
    node.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
    if (!"+OK".equals(lines.readLine())) {
      throw new IOException(host + ":" + port + " does not tell what it carries out");
    }
    Thread listener = new Thread(() -> lines.lines().forEach(this::count), "listens to " + port);
    listener.setDaemon(true);
    listener.setUncaughtExceptionHandler((thread, closed) -> {});
    listener.start();
    listeners.add(listener);
  }

  private void count(String line) {
    Matcher found = promotion.matcher(line);
    if (found.find()) {
      commands.merge(Long.valueOf(found.group(1)), 1, Integer::sum);
    }
  }

  /** Counts anew. */
  public void forget() {
    commands.clear();
  }

  /** Commands that named a key of it. */
  public int about(long promotionId) {
    if (!listeners.stream().allMatch(Thread::isAlive)) {
      throw new IllegalStateException("A node is no longer listened to");
    }
    return commands.getOrDefault(promotionId, 0);
  }

  @Override
  public void close() throws IOException {
    for (Socket node : nodes) {
      node.close();
    }
  }
}
