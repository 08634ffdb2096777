package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Sale;
import dev.storefront.acceptance.flashsale.proof.Violation;
import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The long run: {@code acceptance/flash-sale-faults --seed 1 --minutes 10}. Prints a line for each
 * round and exits with 1 if any promise was broken. {@code --fault NAME --round N} plays one round
 * again, {@code --fault NAME,NAME} a few.
 */
public final class FlashSaleFaults {

  private static final int SHOWN = 20;
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final int AT_ONCE = 8;

  private final PrintStream out;
  private final Path folder;

  FlashSaleFaults(PrintStream out, Path folder) {
    this.out = out;
    this.folder = folder;
  }

  /** Runs by the options of the command line. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> options = options(arguments);
    long seed = Long.parseLong(options.getOrDefault("seed", "1"));
    Duration length = Duration.ofMinutes(Long.parseLong(options.getOrDefault("minutes", "10")));
    Path folder = ProjectRoot.find().resolve("acceptance/flash-sale/target/flash-sale-faults");
    FlashSaleFaults run = new FlashSaleFaults(System.out, folder);
    int violations =
        options.containsKey("fault")
            ? run.play(
                seed,
                Integer.parseInt(options.getOrDefault("round", "0")),
                Arrays.stream(options.get("fault").split(",")).map(Fault::valueOf).toList())
            : run.play(seed, length);
    System.exit(violations == 0 ? 0 : 1);
  }

  private static Map<String, String> options(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            "flash-sale-faults [--seed N] [--minutes M] [--fault NAME,.. [--round N]]; faults are "
                + List.of(Fault.values()).stream().map(Fault::name).toList());
      }
      options.put(arguments[i].substring(2), arguments[i + 1]);
    }
    return options;
  }

  /** All faults in turn, for that long at least; how many promises were broken. */
  private int play(long seed, Duration length) throws IOException, InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    try (Issuer issuer = new Issuer();
        Servers servers = Servers.start(folder, issuer)) {
      Clients clients = new Clients(servers.instances(), issuer);
      warmUp(clients);
      int violations = 0;
      out.println(Row.HEAD);
      for (int round = 0; System.nanoTime() < end; round++) {
        Fault fault = Fault.values()[round % Fault.values().length];
        violations += play(seed, round, fault, servers, clients).size();
      }
      return violations;
    }
  }

  /** One round for each of these faults. */
  int play(long seed, int firstRound, List<Fault> faults) throws IOException, InterruptedException {
    try (Issuer issuer = new Issuer();
        Servers servers = Servers.start(folder, issuer)) {
      Clients clients = new Clients(servers.instances(), issuer);
      warmUp(clients);
      List<Violation> violations = new ArrayList<>();
      out.println(Row.HEAD);
      for (int i = 0; i < faults.size(); i++) {
        violations.addAll(play(seed, firstRound + i, faults.get(i), servers, clients));
      }
      return violations.size();
    }
  }

  /**
   * Rounds of each of these faults until one proves something: on a busy machine so few orders may
   * come through that nothing follows from them.
   *
   * @param most rounds of a fault
   */
  int playUntilProven(long seed, List<Fault> faults, int most)
      throws IOException, InterruptedException {
    try (Issuer issuer = new Issuer();
        Servers servers = Servers.start(folder, issuer)) {
      Clients clients = new Clients(servers.instances(), issuer);
      warmUp(clients);
      out.println(Row.HEAD);
      int violations = 0;
      int round = 0;
      for (Fault fault : faults) {
        List<Violation> found;
        int left = most;
        do {
          found = play(seed, round, fault, servers, clients);
          round++;
          left--;
        } while (left > 0 && provesNothing(found));
        violations += found.size();
      }
      return violations;
    }
  }

  private static boolean provesNothing(List<Violation> found) {
    return !found.isEmpty()
        && found.stream().allMatch(v -> v.rule() == Violation.Rule.NOTHING_PROVEN);
  }

  /** Nothing is proven of these calls: a JVM that has just started is slow. */
  private static void warmUp(Clients clients) {
    PlannedSale sale = PlannedSale.of(1, 1, Sale.Limit.NONE, 0, 1);
    Time time = new Time();
    clients.operate("POST", "/api/v1/promotions", sale.json(time.start()));
    clients.operate("POST", "/api/v1/promotions/1/approve", "");
    for (int call = 0; time.elapsed() < WARM_UP.toMillis(); call += AT_ONCE) {
      IntStream.range(call, call + AT_ONCE)
          .mapToObj(n -> clients.make(Planner.probe(n, sale.promotionId()), time))
          .toList()
          .forEach(CompletableFuture::join);
    }
  }

  private List<Violation> play(long seed, int round, Fault fault, Servers servers, Clients clients)
      throws IOException, InterruptedException {
    Round.Result result = new Round(servers, clients).play(Planner.plan(seed, round, fault));
    out.println(Row.of(round, fault, result));
    if (!result.violations().isEmpty()) {
      Path file = folder.resolve("round-%d-%s.log".formatted(round, fault.name()));
      Files.writeString(file, result.log());
      result.violations().stream().limit(SHOWN).forEach(v -> out.println("    " + v));
      out.printf(
          Locale.ROOT,
          "    again: --seed %d --fault %s --round %d; every call and row: %s%n",
          seed,
          fault.name(),
          round,
          file);
    }
    return result.violations();
  }
}
