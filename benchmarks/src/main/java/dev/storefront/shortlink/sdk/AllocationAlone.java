package dev.storefront.shortlink.sdk;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What hands out ids in a client, with a dispatcher in the same process that answers each order a
 * millisecond later: neither HTTP nor JSON. Elsewhere a dispatcher has processors of its own, so
 * this one has its codes at hand: those of a million ids, which come again and again.
 */
public final class AllocationAlone implements AutoCloseable {

  private static final byte[] LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
          .getBytes(StandardCharsets.ISO_8859_1);
  private static final int LENGTH = 6;
  private static final int CODES = 1_000_000;
  private static final Duration TERM = Duration.ofHours(1);

  private final ScheduledExecutorService dispatcher = Executors.newSingleThreadScheduledExecutor();
  private final int leaseSize;
  private final List<String[]> codes;
  private final Allocator ids;

  /** Of the dispatcher's thread alone. */
  private long leases;

  /**
   * @param leaseSize ids in each lease, however many are asked for
   */
  public AllocationAlone(int leaseSize) {
    this.leaseSize = leaseSize;
    this.codes =
        IntStream.range(0, CODES / leaseSize).mapToObj(n -> codes(1L + n * leaseSize)).toList();
    this.ids = new Allocator(new Reserve(leaseSize, System::nanoTime), this::order);
  }

  /** As {@link ShortLinkClient#next}. */
  public FreshLink next() {
    return ids.next();
  }

  private CompletableFuture<Lease> order(int wanted) {
    CompletableFuture<Lease> answer = new CompletableFuture<>();
    dispatcher.schedule(() -> answer.complete(lease()), 1, TimeUnit.MILLISECONDS);
    return answer;
  }

  private Lease lease() {
    long first = leases * leaseSize + 1;
    String[] some = codes.get((int) (leases % codes.size()));
    leases++;
    return new Lease(
        new Lease.Terms("" + leases, leases, Instant.now().plus(TERM), "https://s.example/"),
        System.nanoTime() + TERM.toNanos(),
        List.of(new Lease.Range(first, some)));
  }

  private String[] codes(long first) {
    String[] some = new String[leaseSize];
    Arrays.setAll(some, n -> code(first + n));
    return some;
  }

  private static String code(long id) {
    byte[] code = new byte[LENGTH];
    long rest = id;
    for (int n = LENGTH - 1; n >= 0; n--) {
      code[n] = LETTERS[(int) (rest % LETTERS.length)];
      rest /= LETTERS.length;
    }
    return new String(code, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    ids.close(System.nanoTime());
    dispatcher.shutdownNow();
  }
}
