package dev.storefront.benchmarks.shortlink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks at a fixed rate and counts the answers: one thread for all connections, so that it takes
 * little of the processors that it shares with what is asked. When no connection is free it asks
 * later, and what it could not ask within a moment it leaves out.
 */
final class Flood implements AutoCloseable {

  private static final int CONNECTIONS = 400;
  private static final long PAUSE_MILLIS = 1;
  private static final long MOST_BEHIND_NANOS = 100_000_000;

  private final InetSocketAddress server;
  private final long nanosForOne;
  private final Supplier<byte[]> requests;
  private final Selector selector;
  private final Queue<FloodConnection> free = new ArrayDeque<>();
  private final Map<String, Long> answers = new TreeMap<>();
  private final Thread thread = new Thread(this::ask, "flood");
  private final long begun = System.nanoTime();
  private long due = begun;
  private volatile boolean over;
  private volatile @Nullable Exception fault;

  /**
   * Begins.
   *
   * @param port on this machine
   * @param rate calls a second
   * @param requests whole ones, without a body
   */
  Flood(int port, int rate, Supplier<byte[]> requests) throws IOException {
    this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.nanosForOne = Duration.ofSeconds(1).toNanos() / rate;
    this.requests = requests;
    this.selector = Selector.open();
    for (int n = 0; n < CONNECTIONS; n++) {
      free.add(new FloodConnection(server, selector));
    }
    thread.start();
  }

  /**
   * What came of it.
   *
   * @param rate answers a second
   * @param byStatus how many there were of each
   */
  record Answers(double rate, Map<String, Long> byStatus) {

    /** As a table shows it. */
    String shares() {
      double all = byStatus.values().stream().mapToLong(Long::longValue).sum();
      return byStatus.entrySet().stream()
          .map(each -> "%s: %.2f %%".formatted(each.getKey(), 100 * each.getValue() / all))
          .collect(Collectors.joining(", "));
    }
  }

  /** Ends it. */
  Answers end() {
    close();
    if (fault != null) {
      throw new IllegalStateException("Nobody answers", fault);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    long all = answers.values().stream().mapToLong(Long::longValue).sum();
    return new Answers(all / seconds, Map.copyOf(answers));
  }

  private void ask() {
    try {
      while (!over) {
        long now = System.nanoTime();
        due = Math.max(due, now - MOST_BEHIND_NANOS);
        for (; due <= now && !free.isEmpty(); due += nanosForOne) {
          free.remove().send(requests.get());
        }
        selector.select(this::read, PAUSE_MILLIS);
      }
    } catch (IOException | RuntimeException e) {
      fault = e;
    }
  }

  private void read(SelectionKey key) {
    try {
      FloodConnection connection = (FloodConnection) key.attachment();
      String status = connection.read();
      if (status != null) {
        answers.merge(status, 1L, Long::sum);
        free.add(connection.isOver() ? new FloodConnection(server, selector) : connection);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it, whatever came of it. */
  @Override
  public void close() {
    over = true;
    try {
      thread.join();
      if (selector.isOpen()) {
        for (SelectionKey key : selector.keys()) {
          key.channel().close();
        }
        selector.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
