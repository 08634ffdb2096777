package dev.storefront.localstack;

/**
 * Makes backing servers fail and come back. Servers are shared: who breaks one has to {@link
 * #start(String)} or {@link #resume(String)} it, also when the test fails.
 *
 * <p>Names: {@code redis-1}, {@code redis-2}, {@code redis-3}, {@code kafka}, {@code database},
 * {@code hbase} (with ZooKeeper), {@code flink-jobmanager}, {@code flink-taskmanager}, and those of
 * {@link Backends#extraRedis}. Another name is an {@link IllegalArgumentException}.
 */
public interface Faults {

  /** SIGKILL; returns once the process is gone. */
  void kill(String name);

  /** An orderly end; returns once the process is gone. */
  void stop(String name);

  /** Returns once the server is ready; does nothing when it is. */
  void start(String name);

  /** SIGSTOP: connections stay open and nothing is answered. */
  void pause(String name);

  /** The end of {@link #pause(String)}. */
  void resume(String name);
}
