package dev.storefront.localstack.stack;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Fleet;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.Progress;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.server.BackingServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The suite in one home: the backing servers and the services on them. */
public final class LocalStack {

  // Services are busy while they start; more at once only make each slower.
  private static final int SERVICES_AT_ONCE = 3;

  private final Home home;
  private final PortAssignment ports;
  private final Path projectRoot;
  private final boolean withFlink;
  private final Supervisor supervisor;
  private final BackingServers backing;
  private final List<ServiceProcess> services;

  private LocalStack(Home home, PortAssignment ports, Path projectRoot, boolean withFlink) {
    this.home = home;
    this.ports = ports;
    this.projectRoot = projectRoot;
    this.withFlink = withFlink;
    supervisor = new Supervisor(home, ports, Clock.systemUTC());
    backing = new BackingServers(home, ports, projectRoot, supervisor);
    services =
        Arrays.stream(SuiteService.values())
            .map(service -> new ServiceProcess(service, home, ports, projectRoot))
            .toList();
  }

  /**
   * The stack of a home. While something of it runs it keeps its ports; else the environment
   * decides them.
   *
   * @throws IllegalArgumentException when a port setting is wrong
   */
  public static LocalStack in(Home home, Path projectRoot, Map<String, String> environment) {
    LocalStack asItWas =
        new LocalStack(home, PortAssignment.of(home, Map.of()), projectRoot, false);
    return asItWas.anyRuns()
        ? asItWas
        : new LocalStack(home, PortAssignment.of(home, environment), projectRoot, false);
  }

  /** The same with a Flink session cluster, which has the jobs of browse-history-service. */
  public LocalStack withFlink() {
    return new LocalStack(home, ports, projectRoot, true);
  }

  /** True when Flink is part of it: it was asked for, or was started and not stopped since. */
  public boolean hasFlink() {
    return withFlink || backing.flink().stream().anyMatch(this::wasStarted);
  }

  /** True when Flink was part of it once, whether it is now or not. */
  public boolean hadFlink() {
    return Files.exists(home.data(BackingServers.FLINK_JOBMANAGER));
  }

  private boolean wasStarted(ManagedServer process) {
    return running(process).isPresent() || died(process);
  }

  /** Its home. */
  public Home home() {
    return home;
  }

  /** Its ports. */
  public PortAssignment ports() {
    return ports;
  }

  /** Every process, backing servers first. */
  public List<ManagedServer> processes() {
    return all(hasFlink());
  }

  private List<ManagedServer> all(boolean flink) {
    return Stream.of(backing.all(), flink ? backing.flink() : List.<ManagedServer>of(), services)
        .<ManagedServer>flatMap(List::stream)
        .toList();
  }

  /** The record of a process, if it runs. */
  public Optional<ProcessRecord> running(ManagedServer process) {
    return supervisor.running(process.name());
  }

  /** True when any process of it runs. */
  public boolean anyRuns() {
    return processes().stream().anyMatch(process -> running(process).isPresent());
  }

  /** True when every process runs and answers. */
  public boolean allHealthy() {
    return processes().stream().allMatch(p -> running(p).isPresent() && p.healthy());
  }

  /** Starts what does not run; returns once all are ready. */
  public void start(Progress progress) throws IOException {
    ports.store(home);
    backing.unpack();
    new Fleet(supervisor, progress).start(processes(), SERVICES_AT_ONCE);
  }

  /** The services whose build made no archive of their classes for this JVM: they start slowly. */
  public List<String> slowStarters() {
    return services.stream()
        .filter(service -> !service.hasArchive())
        .map(ServiceProcess::name)
        .toList();
  }

  /** Starts one process. */
  public void start(ManagedServer process) throws IOException {
    ports.store(home);
    if (process instanceof ServiceProcess) {
      supervisor.ensureReady(process);
    } else {
      backing.start(process.name());
    }
  }

  /** Stops one process. */
  public void stop(ManagedServer process) {
    supervisor.stop(process);
  }

  /**
   * Stops what runs: the services, then Flink, then the backing servers, each group at once, then
   * what tests have added to the home.
   */
  public void stop(Progress progress) {
    Fleet fleet = new Fleet(supervisor, progress);
    fleet.stop(services);
    fleet.stop(backing.flink());
    fleet.stop(backing.all());
    supervisor.running().forEach(added -> supervisor.kill(added.name()));
    supervisor.forgetDead();
  }

  /** Nothing counts as having died any more. */
  public void forgetDead() {
    supervisor.forgetDead();
  }

  /** Ends at once what runs, for one who deletes the data anyway. */
  public void kill() {
    supervisor.running().forEach(process -> supervisor.kill(process.name()));
  }

  /**
   * What is wrong with a running process: empty when nothing is.
   *
   * @return for a service, the backing servers that it misses
   */
  public Optional<String> complaint(ManagedServer process) {
    if (!(process instanceof ServiceProcess service)) {
      return process.healthy() ? Optional.empty() : Optional.of("no answer");
    }
    Readiness readiness = service.readiness();
    if (readiness.ready()) {
      return Optional.empty();
    }
    return Optional.of(
        readiness.answered() ? "away: " + String.join(", ", readiness.away()) : "no answer");
  }

  /** The last log lines of a process. */
  public List<String> lastLogLines(ManagedServer process) {
    return supervisor.lastLogLines(process.name());
  }

  /** True when a process ended without being told to. */
  public boolean died(ManagedServer process) {
    return supervisor.died(process.name());
  }

  /**
   * The process of that name.
   *
   * @throws IllegalArgumentException when there is none; the message has the names
   */
  public ManagedServer byName(String name) {
    return all(true).stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no process '%s'; there are %s"
                        .formatted(
                            name,
                            String.join(
                                ", ", all(true).stream().map(ManagedServer::name).toList()))));
  }
}
