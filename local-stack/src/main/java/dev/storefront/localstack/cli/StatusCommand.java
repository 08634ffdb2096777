package dev.storefront.localstack.cli;

import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.process.ProcessMemory;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.stack.LocalStack;
import java.util.List;
import java.util.Optional;

/** One line for each process, and the memory of all. */
final class StatusCommand {

  private final LocalStack stack;
  private final Terminal terminal;

  StatusCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run() {
    List<StatusRow> rows = stack.processes().parallelStream().map(this::row).toList();
    terminal.line(StatusRow.table(rows));
    return 0;
  }

  private StatusRow row(ManagedServer process) {
    int port = stack.ports().get(process.ports().get(0));
    Optional<ProcessRecord> running = stack.running(process);
    if (running.isEmpty()) {
      return StatusRow.down(process.name(), port, stack.died(process) ? "died" : "down");
    }
    ProcessRecord record = running.get();
    return new StatusRow(
        process.name(),
        port,
        record.pid(),
        stack.complaint(process).orElse("up"),
        ProcessMemory.residentMiB(record.pid()),
        ProcessMemory.limit(record.command()));
  }
}
