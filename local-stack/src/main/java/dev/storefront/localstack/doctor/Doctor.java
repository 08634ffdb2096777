package dev.storefront.localstack.doctor;

import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All checks of this machine for one stack. */
public final class Doctor {

  private final LocalStack stack;

  /** For that stack. */
  public Doctor(LocalStack stack) {
    this.stack = stack;
  }

  /** Everything that was looked at, what is in order as well. */
  public List<Finding> examine() throws IOException {
    List<Finding> findings = new ArrayList<>();
    findings.add(MachineChecks.jdk(Runtime.version().feature(), MachineChecks.hasCompiler()));
    findings.add(
        MachineChecks.memory(
            MachineChecks.availableMemory(), MachineChecks.tellsCaches(), stack.anyRuns()));
    findings.add(MachineChecks.disk(stack.home().root()));
    findings.add(new DatabaseLibraries(stack.home().bin()).check());
    findings.addAll(ports());
    return findings;
  }

  private List<Finding> ports() {
    List<Finding> busy = new PortCheck(stack).busy();
    return busy.isEmpty() ? List.of(Finding.ok("ports", "all free or ours")) : busy;
  }
}
