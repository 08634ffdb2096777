package dev.storefront.web.status;

import dev.storefront.common.security.PublicEndpoint;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the start page asks for every two seconds. */
@RestController
class StatusController {

  private final ServiceStatuses statuses;
  private final Environment environment;

  StatusController(ServiceStatuses statuses, Environment environment) {
    this.statuses = statuses;
    this.environment = environment;
  }

  @PublicEndpoint
  @GetMapping("/api/v1/services")
  Services services() {
    return new Services(statuses.current(), managementPort());
  }

  private @Nullable Integer managementPort() {
    Integer own = environment.getProperty("local.server.port", Integer.class);
    Integer management = environment.getProperty("local.management.port", Integer.class);
    return Objects.equals(management, own) ? null : management;
  }

  /**
   * What the start page shows.
   *
   * @param managementPort where this server's own health is; null if it is on the page's port
   */
  record Services(List<ServiceStatus> services, @Nullable Integer managementPort) {}
}
