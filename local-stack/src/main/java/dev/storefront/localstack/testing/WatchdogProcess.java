package dev.storefront.localstack.testing;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.server.JavaCommand;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.ObjectMapper;

/** The {@link Watchdog} as a process. */
final class WatchdogProcess implements ManagedServer {

  private final Home home;

  WatchdogProcess(Home home) {
    this.home = home;
  }

  @Override
  public String name() {
    return "watchdog";
  }

  @Override
  public List<Port> ports() {
    return List.of();
  }

  @Override
  public List<String> command() {
    List<String> command = new ArrayList<>(JavaCommand.quickStart("24m"));
    command.addAll(List.of("-cp", classPath(), Watchdog.class.getName(), home.root().toString()));
    return command;
  }

  /** As little as the watchdog needs; a test's own class path can be of any form and size. */
  private static String classPath() {
    return Stream.of(
            Watchdog.class, ObjectMapper.class, TokenStreamFactory.class, JsonProperty.class)
        .map(WatchdogProcess::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no file holds " + type, e);
    }
  }

  @Override
  public boolean healthy() {
    return true;
  }
}
