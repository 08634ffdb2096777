package dev.storefront.localstack.stack;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.ProjectRoot;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that make a service part of this stack, as environment variables: what the profile
 * {@code local} says, on the ports of this stack.
 */
final class ServiceEnvironment {

  private static final String JOBS = "browse-history-service/jobs/target/browse-history-jobs.jar";

  private final Home home;
  private final PortAssignment ports;

  ServiceEnvironment(Home home, PortAssignment ports) {
    this.home = home;
    this.ports = ports;
  }

  Map<String, String> of(SuiteService service) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("SPRING_PROFILES_ACTIVE", "local");
    for (Port port : Port.values()) {
      settings.put(port.setting(), Integer.toString(ports.get(port)));
    }
    settings.put("STOREFRONT_SWITCHES_KEPTIN", home.data("switches").toString());
    if (service == SuiteService.STOREFRONT) {
      settings.put("STOREFRONT_TOKENS_KEY_DIRECTORY", home.data("tokens").toString());
    }
    if (service == SuiteService.BROWSE_HISTORY) {
      // Whether Flink runs it asks when it needs it.
      settings.put("HISTORY_OFFLINE_FLINK", "http://" + ports.address(Port.FLINK));
      settings.put("HISTORY_OFFLINE_JAR", ProjectRoot.find().resolve(JOBS).toString());
      settings.put("HISTORY_OFFLINE_LAKE", home.data("lake").toUri().toString());
      settings.put("HISTORY_OFFLINE_SETTINGS", JobSettings.file(home).toString());
      settings.put("HISTORY_OFFLINE_FOLDER", home.data("offline").toUri().toString());
    }
    return settings;
  }
}
