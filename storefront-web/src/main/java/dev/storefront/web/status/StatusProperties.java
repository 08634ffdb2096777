package dev.storefront.web.status;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The services on the start page.
 *
 * @param services in the order in which they are shown
 * @param timeout how long one service may take to answer, for connecting and for reading each
 * @param reuse how long an answer is shown before the services are asked again, so that many
 *     viewers cost the services as much as one
 * @param managementPorts false where the services have everything on their own ports, as under the
 *     profile {@code local}: then nobody asks at the management addresses
 */
@ConfigurationProperties("storefront.status")
@Validated
record StatusProperties(
    @NotEmpty List<@Valid StorefrontService> services,
    @NotNull @DefaultValue("1s") Duration timeout,
    @NotNull @DefaultValue("1s") Duration reuse,
    @DefaultValue("true") boolean managementPorts) {

  /** Where the service says how it is. */
  URI healthOf(StorefrontService service) {
    return managementPorts ? service.managementUrl() : service.url();
  }

  /** The page of the service's API. */
  URI apiPageOf(StorefrontService service) {
    return managementPorts
        ? service.managementUrl().resolve("/actuator/swagger-ui/index.html")
        : service.url().resolve("/swagger-ui.html");
  }
}
