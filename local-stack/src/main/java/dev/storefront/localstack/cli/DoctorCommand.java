package dev.storefront.localstack.cli;

import dev.storefront.localstack.doctor.Doctor;
import dev.storefront.localstack.doctor.Finding;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;
import java.util.List;

/** Shows what the doctor finds; fails when the stack could not start. */
final class DoctorCommand {

  private final LocalStack stack;
  private final Terminal terminal;

  DoctorCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run() throws IOException {
    List<Finding> findings = new Doctor(stack).examine();
    findings.forEach(finding -> terminal.line(FindingText.of(finding)));
    return findings.stream().anyMatch(f -> f.weight() == Finding.Weight.ERROR) ? 1 : 0;
  }
}
