package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.service.SuiteService;

/** Where everything is, as a table. */
final class AddressTable {

  private static final String ROW = "  %-24s %-44s %s%n";

  private AddressTable() {}

  static String of(PortAssignment ports) {
    StringBuilder table = new StringBuilder("\n");
    for (SuiteService service : SuiteService.values()) {
      String url = "http://" + ports.address(service.port());
      boolean startPage = service == SuiteService.STOREFRONT;
      table.append(
          ROW.formatted(
              service.processName(), url, startPage ? "start page" : url + "/swagger-ui.html"));
    }
    table.append(ROW.formatted("redis cluster", redis(ports), ""));
    table.append(ROW.formatted("kafka", ports.address(Port.KAFKA), ""));
    table.append(
        ROW.formatted("database", ports.address(Port.DATABASE), "storefront / storefront"));
    table.append(ROW.formatted("zookeeper, hbase", ports.address(Port.ZOOKEEPER), ""));
    return table.toString();
  }

  private static String redis(PortAssignment ports) {
    return "%s, %d, %d"
        .formatted(ports.address(Port.REDIS_1), ports.get(Port.REDIS_2), ports.get(Port.REDIS_3));
  }
}
