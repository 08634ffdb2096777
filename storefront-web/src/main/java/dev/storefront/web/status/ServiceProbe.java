package dev.storefront.web.status;

import java.net.URI;
import org.springframework.web.client.RestClientException;

/** Asks one service how it is. */
record ServiceProbe(StorefrontService service, URI apiPage, ReadinessApi api) {

  /** Never throws for a service that is away, slow or talking nonsense: that is its status. */
  ServiceStatus status() {
    Readiness readiness = readiness();
    return new ServiceStatus(
        service.name(),
        service.about(),
        readiness.status(),
        readiness.missing(),
        service.url(),
        apiPage);
  }

  private Readiness readiness() {
    try {
      return api.readiness();
    } catch (RestClientException e) {
      return Readiness.unreachable();
    }
  }
}
