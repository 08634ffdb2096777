package dev.storefront.benchmarks.shortlink;

import com.sun.management.OperatingSystemMXBean;
import dev.storefront.shortlink.sdk.AllocationAlone;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkException;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** What JMH measures: the next id is taken, and looked at. */
@State(Scope.Benchmark)
public class NextId {

  /** Where leases come from. */
  public enum Source {
    /** {@link AllocationAlone}. */
    DISPATCHER,
    /** {@link LeaseDesk}, over HTTP. */
    DESK
  }

  @Param Source source = Source.DISPATCHER;

  @Param("1000")
  int leaseSize;

  private final SeenIds seen = new SeenIds();
  private final List<AutoCloseable> open = new ArrayList<>();
  private LongSupplier ids = () -> 0;
  private long nanos;

  /** Starts what gives ids. */
  @Setup
  public void open() {
    if (source == Source.DISPATCHER) {
      AllocationAlone allocation = new AllocationAlone(leaseSize);
      open.add(allocation);
      ids = () -> allocation.next().id();
      return;
    }
    LeaseDesk desk = new LeaseDesk(leaseSize);
    ShortLinkClient links =
        new ShortLinkClient(
            ShortLinkOptions.of(desk.address(), () -> "none").withLeaseSize(leaseSize));
    open.addAll(List.of(links, desk));
    ids = () -> links.next().id();
  }

  /** Ends it. */
  @TearDown
  public void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /** One id. */
  @Benchmark
  public long take(Taker taker) {
    return taker.take(ids);
  }

  /** The processor time of all of this process since the last call. */
  private synchronized long takeNanos() {
    long before = nanos;
    nanos = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    return nanos - before;
  }

  /** A thread that takes ids; JMH adds up what is public in it when a round is over. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Taker {

    public long taken;
    public long failures;
    public long duplicates;
    public long callersNanos;
    public long allNanos;

    private SeenIds mine = new SeenIds();
    private long count;
    private long failed;
    private long begun;

    /** A round begins. */
    @Setup(Level.Iteration)
    public void begin(NextId of) {
      mine = new SeenIds();
      count = 0;
      of.takeNanos();
      begun = threadNanos();
    }

    private long take(LongSupplier ids) {
      count++;
      try {
        long id = ids.getAsLong();
        mine.add(id);
        return id;
      } catch (ShortLinkException e) {
        failed++;
        return 0;
      }
    }

    /** A round is over; what went wrong while the JVM warmed up counts in the next one. */
    @TearDown(Level.Iteration)
    public void end(NextId of, IterationParams round) {
      callersNanos = threadNanos() - begun;
      allNanos = of.takeNanos();
      taken = count;
      of.seen.addAll(mine);
      if (round.getType() == IterationType.MEASUREMENT) {
        duplicates = of.seen.takeDuplicates();
        failures = failed;
        failed = 0;
      }
    }

    private static long threadNanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  }
}
