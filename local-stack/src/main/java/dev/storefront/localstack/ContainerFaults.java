package dev.storefront.localstack;

import com.github.dockerjava.api.DockerClient;
import java.util.Map;
import java.util.regex.Pattern;
import org.testcontainers.containers.GenericContainer;

/** Faults of containers. The three nodes of the Redis Cluster share one, and fail together. */
final class ContainerFaults implements Faults {

  private static final String REDIS = "redis";
  private static final Pattern THE_CLUSTER = Pattern.compile("redis-[123]");

  private final Map<String, GenericContainer<?>> containers;

  ContainerFaults(Map<String, GenericContainer<?>> containers) {
    this.containers = containers;
  }

  @Override
  public void kill(String name) {
    docker(name).killContainerCmd(id(name)).exec();
  }

  @Override
  public void stop(String name) {
    docker(name).stopContainerCmd(id(name)).exec();
  }

  @Override
  public void start(String name) {
    docker(name).startContainerCmd(id(name)).exec();
  }

  @Override
  public void pause(String name) {
    docker(name).pauseContainerCmd(id(name)).exec();
  }

  @Override
  public void resume(String name) {
    docker(name).unpauseContainerCmd(id(name)).exec();
  }

  private DockerClient docker(String name) {
    return container(name).getDockerClient();
  }

  private String id(String name) {
    return container(name).getContainerId();
  }

  private GenericContainer<?> container(String name) {
    GenericContainer<?> container =
        containers.get(THE_CLUSTER.matcher(name).matches() ? REDIS : name);
    if (container == null) {
      throw new IllegalArgumentException(
          "no server '%s', there are %s".formatted(name, containers.keySet()));
    }
    return container;
  }
}
