package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.stack.SuiteService;
import java.util.ArrayList;
import java.util.List;

/** Where everything is, as a table. */
final class AddressTable {

  private static final String ROW = "  %-24s %-36s %s";

  private AddressTable() {}

  static String of(PortAssignment ports, boolean withFlink) {
    List<String> rows = new ArrayList<>(List.of(""));
    for (SuiteService service : SuiteService.values()) {
      String url = "http://" + ports.address(service.port());
      boolean startPage = service == SuiteService.STOREFRONT;
      rows.add(
          row(service.processName(), url, startPage ? "" : "API: " + url + "/swagger-ui.html"));
    }
    rows.add(row("redis cluster", redis(ports), ""));
    rows.add(row("kafka", ports.address(Port.KAFKA), ""));
    rows.add(row("database", ports.address(Port.DATABASE), "user and password: storefront"));
    rows.add(row("zookeeper, hbase", ports.address(Port.ZOOKEEPER), ""));
    if (withFlink) {
      rows.add(row("flink", "http://" + ports.address(Port.FLINK), ""));
    }
    return String.join("\n", rows);
  }

  private static String row(String name, String address, String remark) {
    return ROW.formatted(name, address, remark).stripTrailing();
  }

  private static String redis(PortAssignment ports) {
    return "%s, %d, %d"
        .formatted(ports.address(Port.REDIS_1), ports.get(Port.REDIS_2), ports.get(Port.REDIS_3));
  }
}
