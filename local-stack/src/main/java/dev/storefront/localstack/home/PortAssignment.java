package dev.storefront.localstack.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The port of each process of one home, kept in its {@code ports.json}, so that a later command
 * finds what an earlier one started.
 */
public final class PortAssignment {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LOWEST = 1024;
  private static final int HIGHEST = 65_535;
  // Below the range from which systems take the ports of outgoing connections (32768 on Linux),
  // with the bus ports of Redis: a port stays free between a kill and the next start.
  private static final int RANDOM_FROM = 20_000;
  private static final int RANDOM_TO = 22_700;

  // What is kept beside other homes is above: those ports stay free until their servers start, and
  // whoever takes any that is free now must not take one of them.
  private static final int KEPT_FROM = 21_350;

  private final Map<Port, Integer> ports;

  private PortAssignment(Map<Port, Integer> ports) {
    this.ports = new EnumMap<>(ports);
  }

  /**
   * The ports by environment variable, else as the home has them, else the standard ones.
   *
   * @throws IllegalArgumentException when a setting is no port, or two processes would share one
   */
  public static PortAssignment of(Home home, Map<String, String> environment) {
    Map<Port, Integer> ports = new EnumMap<>(Port.class);
    Map<String, Integer> stored = stored(home);
    for (Port port : Port.values()) {
      String setting = environment.getOrDefault(port.setting(), "");
      ports.put(
          port,
          setting.isBlank()
              ? stored.getOrDefault(port.setting(), port.standard())
              : parse(port, setting));
    }
    requireDistinct(ports);
    return new PortAssignment(ports);
  }

  /** The ports that the home has, or new random ones that are free now. */
  public static PortAssignment storedOrRandom(Home home, RandomGenerator random) {
    return stored(home).isEmpty() ? random(random) : of(home, Map.of());
  }

  /** Random ports that are free now. */
  public static PortAssignment random(RandomGenerator random) {
    return random(new HashSet<>(), () -> random.nextInt(RANDOM_FROM, KEPT_FROM));
  }

  /**
   * Random ports that are free now, and that none of these homes has: their servers may be away.
   */
  public static PortAssignment randomBeside(List<Home> others, RandomGenerator random) {
    Set<Integer> taken = new HashSet<>();
    others.forEach(other -> taken.addAll(stored(other).values()));
    return random(taken, () -> random.nextInt(KEPT_FROM, RANDOM_TO));
  }

  private static PortAssignment random(Set<Integer> taken, IntSupplier any) {
    Map<Port, Integer> ports = new EnumMap<>(Port.class);
    for (Port port : Port.values()) {
      int candidate = anyFree(port, taken, any);
      taken.add(candidate);
      ports.put(port, candidate);
    }
    return new PortAssignment(ports);
  }

  /**
   * These, with random ports that are free now in place of those that somebody took meanwhile; this
   * very assignment if nobody took any.
   *
   * @param of of which processes, none of which runs
   */
  public PortAssignment withFree(Set<Port> of, RandomGenerator random) {
    Map<Port, Integer> all = new EnumMap<>(ports);
    Set<Integer> taken = new HashSet<>(ports.values());
    for (Port port : of) {
      if (!usable(port, get(port), Set.of())) {
        int other = anyFree(port, taken, () -> random.nextInt(RANDOM_FROM, KEPT_FROM));
        taken.add(other);
        all.put(port, other);
      }
    }
    return all.equals(ports) ? this : new PortAssignment(all);
  }

  private static int anyFree(Port port, Set<Integer> taken, IntSupplier any) {
    int candidate = any.getAsInt();
    while (!usable(port, candidate, taken)) {
      candidate = any.getAsInt();
    }
    return candidate;
  }

  private static boolean usable(Port port, int candidate, Set<Integer> taken) {
    return !taken.contains(candidate)
        && free(candidate)
        && (!port.hasBus() || free(candidate + Port.REDIS_BUS_OFFSET));
  }

  /** A random port beside these on which one more Redis node could run now. */
  public int spareForRedis(RandomGenerator random) {
    return anyFree(
        Port.REDIS_1, new HashSet<>(ports.values()), () -> random.nextInt(RANDOM_FROM, KEPT_FROM));
  }

  /**
   * True when a server could listen on that port of 127.0.0.1 now. It does not listen itself: a
   * process that starts meanwhile has what this JVM has open for some milliseconds, and whoever
   * listens keeps the server from it, even after the look.
   */
  public static boolean free(int port) {
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  /** The port number. */
  public int get(Port port) {
    return ports.getOrDefault(port, port.standard());
  }

  /** "127.0.0.1:port". */
  public String address(Port port) {
    return "127.0.0.1:" + get(port);
  }

  /** Writes the assignment into the home. */
  public void store(Home home) throws IOException {
    Map<String, Integer> bySetting = new TreeMap<>();
    ports.forEach((port, number) -> bySetting.put(port.setting(), number));
    Files.createDirectories(home.root());
    Path next = file(home).resolveSibling("ports.json.next");
    Files.writeString(next, JSON.writeValueAsString(bySetting));
    Files.move(
        next, file(home), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static Map<String, Integer> stored(Home home) {
    if (!Files.exists(file(home))) {
      return Map.of();
    }
    try {
      return JSON.readValue(
          Files.readString(file(home)), new TypeReference<Map<String, Integer>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException cutShort) {
      // What ends processes has to work all the same; they are known by their records.
      return Map.of();
    }
  }

  private static Path file(Home home) {
    return home.root().resolve("ports.json");
  }

  private static int parse(Port port, String setting) {
    int highest = port.hasBus() ? HIGHEST - Port.REDIS_BUS_OFFSET : HIGHEST;
    try {
      int number = Integer.parseInt(setting.trim());
      if (number >= LOWEST && number <= highest) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for all that is no port.
    }
    throw new IllegalArgumentException(
        "%s is '%s', but must be a port between %d and %d"
            .formatted(port.setting(), setting, LOWEST, highest));
  }

  private static void requireDistinct(Map<Port, Integer> ports) {
    Map<Integer, String> owners = new HashMap<>();
    ports.forEach(
        (port, number) -> {
          claim(owners, number, port.setting());
          if (port.hasBus()) {
            claim(owners, number + Port.REDIS_BUS_OFFSET, port.setting() + " (bus)");
          }
        });
  }

  private static void claim(Map<Integer, String> owners, int number, String setting) {
    String other = owners.put(number, setting);
    if (other != null) {
      throw new IllegalArgumentException(
          "port %d is set twice, by %s and by %s".formatted(number, other, setting));
    }
  }
}
