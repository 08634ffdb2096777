package dev.storefront.common.settings;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Asks every server for its settings at start and then regularly, in the background: a service
 * starts while servers are away, and a server may come back with other settings. What is wrong is
 * an error in the log once, counts in {@code storefront.settings.wrong} for as long as it is so,
 * and takes the service out of readiness if it is grave and not accepted.
 */
final class SettingsCheck implements SmartLifecycle, HealthIndicator {

  private static final Logger log = LoggerFactory.getLogger(SettingsCheck.class);

  private final List<ServerSettings> servers;
  private final SettingsProperties properties;
  private final MultiGauge gauge;
  private final Map<String, List<WrongSetting>> wrong = new ConcurrentHashMap<>();
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "settings-check");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean running;

  SettingsCheck(List<ServerSettings> servers, SettingsProperties properties, MeterRegistry meters) {
    this.servers = List.copyOf(servers);
    this.properties = properties;
    gauge =
        MultiGauge.builder("storefront.settings.wrong")
            .description("1 for each setting of a server that is not as the service needs it")
            .register(meters);
  }

  @Override
  public void start() {
    running = true;
    worker.scheduleWithFixedDelay(
        this::look, 0, properties.interval().toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() {
    running = false;
    worker.shutdownNow();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public Health health() {
    List<String> grave =
        all().stream()
            .filter(setting -> setting.grave() && !properties.accepted().contains(setting.key()))
            .map(WrongSetting::key)
            .distinct()
            .toList();
    return grave.isEmpty()
        ? Health.up().build()
        : Health.down().withDetail("settings", grave).build();
  }

  /** Asks all servers once. What is known of one that is away stays. */
  void look() {
    for (ServerSettings server : servers) {
      try {
        note(server.server(), server.wrong());
      } catch (Exception e) {
        log.debug("The settings of {} could not be read: {}", server.server(), e.toString());
      }
    }
    gauge.register(all().stream().map(SettingsCheck::row).toList(), true);
  }

  private void note(String server, List<WrongSetting> found) {
    List<WrongSetting> before = wrong.put(server, List.copyOf(found));
    if (found.equals(before)) {
      return;
    }
    for (WrongSetting setting : found) {
      String text = "Setting {} is {}, but has to be {}";
      if (setting.grave()) {
        log.error(text, setting.key(), setting.found(), setting.wanted());
      } else {
        log.warn(text, setting.key(), setting.found(), setting.wanted());
      }
    }
    if (found.isEmpty()) {
      log.info("The settings of {} are as they have to be", server);
    }
  }

  private List<WrongSetting> all() {
    return wrong.values().stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(WrongSetting::key))
        .toList();
  }

  private static Row<Number> row(WrongSetting setting) {
    return Row.of(
        Tags.of(
            "server", setting.server(),
            "setting", setting.name(),
            "grave", Boolean.toString(setting.grave())),
        1);
  }
}
