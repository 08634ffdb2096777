package dev.storefront.localstack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.testcontainers.containers.ContainerState;

/** A server in a container, which keeps its data between an end and the next start. */
final class ServerContainer {

  private static final Duration BOUND = Duration.ofMinutes(3);
  private static final int STOP_SECONDS = 60;
  private static final long POLL_MILLIS = 200;
  // Its ports are open before it serves.
  private static final Map<String, String> READY_TEXTS =
      Map.of("hbase", "Master has completed initialization");

  private final String name;
  private final ContainerState container;

  ServerContainer(String name, ContainerState container) {
    this.name = name;
    this.container = container;
  }

  /** True also when it is paused. */
  boolean running() {
    return Objects.requireNonNullElse(state().getRunning(), false);
  }

  /** SIGKILL; returns once it is gone. Does nothing when it is. */
  void kill() {
    resume(); // Docker kills no paused container
    if (running()) {
      docker().killContainerCmd(id()).exec();
      await("gone", () -> !running());
    }
  }

  /** An orderly end. Does nothing when it does not run. */
  void stop() {
    resume();
    if (running()) {
      docker().stopContainerCmd(id()).withTimeout(STOP_SECONDS).exec();
      await("gone", () -> !running());
    }
  }

  /** Returns once it serves. */
  void start() {
    if (running()) {
      await("healthy", this::healthy);
      return;
    }
    int before = readyTexts();
    docker().startContainerCmd(id()).exec();
    await("healthy", this::healthy);
    if (READY_TEXTS.containsKey(name)) {
      await("ready", () -> readyTexts() > before);
    }
  }

  /** Does nothing when it does not run, or is paused. */
  void pause() {
    if (running() && !paused()) {
      docker().pauseContainerCmd(id()).exec();
    }
  }

  /** Does nothing when it is not paused. */
  void resume() {
    if (paused()) {
      docker().unpauseContainerCmd(id()).exec();
    }
  }

  private boolean paused() {
    return Objects.requireNonNullElse(state().getPaused(), false);
  }

  /** By its health check, where it has one. */
  private boolean healthy() {
    var health = state().getHealth();
    return health == null || "healthy".equals(health.getStatus());
  }

  /** How often it has said that it is ready, in all of its runs. */
  private int readyTexts() {
    String text = READY_TEXTS.get(name);
    return text == null
        ? 0
        : (int) container.getLogs().lines().filter(line -> line.contains(text)).count();
  }

  private InspectContainerResponse.ContainerState state() {
    return container.getCurrentContainerInfo().getState();
  }

  private DockerClient docker() {
    return container.getDockerClient();
  }

  private String id() {
    return container.getContainerId();
  }

  private void await(String wanted, BooleanSupplier condition) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "%s is not %s after %d s; its log ends: %s"
                .formatted(name, wanted, BOUND.toSeconds(), lastOf(container.getLogs())));
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while %s gets %s".formatted(name, wanted), e);
      }
    }
  }

  private static String lastOf(String log) {
    int shown = 2_000;
    return log.substring(Math.max(0, log.length() - shown));
  }
}
