package dev.storefront.web.status;

import dev.storefront.common.security.PublicEndpoint;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the start page asks for every two seconds. */
@RestController
class StatusController {

  private final ServiceStatuses statuses;

  StatusController(ServiceStatuses statuses) {
    this.statuses = statuses;
  }

  @PublicEndpoint
  @GetMapping("/api/v1/services")
  Services services() {
    return new Services(statuses.current());
  }

  record Services(List<ServiceStatus> services) {}
}
