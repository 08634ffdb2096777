package dev.storefront.benchmarks.request;

import dev.storefront.common.security.PublicEndpoint;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Does nothing: what a request costs here, it costs everywhere. */
@RestController
class EmptyEndpoint {

  static final String PATH = "/empty";

  @PublicEndpoint
  @GetMapping(PATH)
  void nothing() {}
}
