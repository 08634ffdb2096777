package dev.storefront.localstack.doctor;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.stack.LocalStack;
import java.util.ArrayList;
import java.util.List;

/** Which ports of the stack somebody else has. */
final class PortCheck {

  private final LocalStack stack;

  /** Of that stack. */
  PortCheck(LocalStack stack) {
    this.stack = stack;
  }

  /** An error for each port that a process needs, that does not run yet and cannot have it. */
  List<Finding> busy() {
    List<Finding> busy = new ArrayList<>();
    for (ManagedServer process : stack.processes()) {
      if (stack.running(process).isEmpty()) {
        process.ports().forEach(port -> check(process, port, busy));
      }
    }
    return busy;
  }

  private void check(ManagedServer process, Port port, List<Finding> busy) {
    int number = stack.ports().get(port);
    addIfBusy(number, process.name(), port.setting(), busy);
    if (port.hasBus()) {
      addIfBusy(
          number + Port.REDIS_BUS_OFFSET,
          process.name(),
          port.setting() + " (this is its bus port, 10000 above)",
          busy);
    }
  }

  private static void addIfBusy(int number, String process, String setting, List<Finding> busy) {
    if (!PortAssignment.free(number)) {
      busy.add(
          Finding.error(
              "port " + number,
              "needed by %s, is taken by %s".formatted(process, Occupant.of(number)),
              "end that program, or choose another port by " + setting));
    }
  }
}
