package dev.storefront.web.status;

import org.springframework.web.service.annotation.GetExchange;

/** What every service answers about itself. */
interface ReadinessApi {

  /** Answers with the body whether the service is ready (200) or not (503). */
  @GetExchange("/actuator/health/readiness")
  Readiness readiness();
}
