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

/**
 * What hands out ids in a client, with a dispatcher in the same process that answers each order a
 * millisecond later: neither HTTP nor JSON. It makes a lease's codes as it answers.
 */
public final class AllocationAlone implements AutoCloseable {

  private static final byte[] LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
          .getBytes(StandardCharsets.ISO_8859_1);
  private static final int LENGTH = 6;
  private static final Duration TERM = Duration.ofHours(1);

  private final ScheduledExecutorService dispatcher = Executors.newSingleThreadScheduledExecutor();
  private final int leaseSize;
  private final Allocator ids;

  /** Of the dispatcher's thread alone. */
  private long leases;

  /**
   * @param leaseSize ids in each lease, however many are asked for
   */
  public AllocationAlone(int leaseSize) {
    this.leaseSize = leaseSize;
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
    leases++;
    String[] codes = new String[leaseSize];
    Arrays.setAll(codes, n -> code(first + n));
    return new Lease(
        new Lease.Terms("" + leases, leases, Instant.now().plus(TERM), "https://s.example/"),
        System.nanoTime() + TERM.toNanos(),
        List.of(new Lease.Range(first, codes)));
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
