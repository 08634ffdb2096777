package dev.storefront.localstack.suite;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.net.URI;

/**
 * Where a suite runs.
 *
 * @param storefront the start page, and the issuer of tokens
 * @param kafkaBootstrapServers "host:port"
 */
public record Suite(
    URI storefront,
    URI fitment,
    URI browseHistory,
    URI flashSale,
    URI shortlink,
    URI userTag,
    String kafkaBootstrapServers) {

  /** The suite on this machine. */
  public static Suite at(PortAssignment ports) {
    return new Suite(
        address(ports, Port.STOREFRONT),
        address(ports, Port.FITMENT),
        address(ports, Port.BROWSE_HISTORY),
        address(ports, Port.FLASH_SALE),
        address(ports, Port.SHORTLINK),
        address(ports, Port.USER_TAG),
        ports.address(Port.KAFKA));
  }

  private static URI address(PortAssignment ports, Port port) {
    return URI.create("http://" + ports.address(port));
  }
}
