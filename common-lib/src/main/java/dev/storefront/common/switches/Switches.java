package dev.storefront.common.switches;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The service's switches. Define each once, where it is used, and keep the {@link Switch}. Values
 * are plain text at {@code /storefront/config/<service>/<key>} in ZooKeeper.
 */
public final class Switches {

  private final Map<String, Switch<?>> switches = new ConcurrentHashMap<>();
  private final Map<String, SwitchGroup<?>> groups = new ConcurrentHashMap<>();
  private final Map<String, String> texts;

  /** The last text of each key that was a value, or of which nobody knows yet whether it is. */
  private final Map<String, String> accepted;

  private final Set<String> invalid = ConcurrentHashMap.newKeySet();

  /** Nothing is set. */
  public Switches() {
    this(Map.of());
  }

  /**
   * @param texts what operators had set when last heard of
   */
  Switches(Map<String, String> texts) {
    this.texts = new ConcurrentHashMap<>(texts);
    this.accepted = new ConcurrentHashMap<>(texts);
  }

  /**
   * @param key kebab-case
   * @param initial what counts until an operator says otherwise
   * @param parser throws for a text that is no value; the last good value then stays
   */
  public synchronized <T> Switch<T> define(String key, T initial, Function<String, T> parser) {
    Switch<T> created = new Switch<>(key, initial, parser);
    if (switches.putIfAbsent(key, created) != null) {
      throw new IllegalStateException("Switch " + key + " is defined twice");
    }
    @Nullable String text = texts.get(key);
    if (text != null) {
      note(key, created.accept(text));
    }
    return created;
  }

  /** A switch that is {@code true} or {@code false}. */
  public Switch<Boolean> defineBoolean(String key, boolean initial) {
    return define(key, initial, Switches::parseBoolean);
  }

  /** A limit within {@code min..max}. */
  public Switch<Integer> defineInt(String key, int initial, int min, int max) {
    return define(
        key,
        initial,
        text -> {
          int value = Integer.parseInt(text);
          if (value < min || value > max) {
            throw new IllegalArgumentException(key + " must be " + min + " to " + max);
          }
          return value;
        });
  }

  /**
   * Switches of things that come and go, each at the key {@code <kind>.<thing>}.
   *
   * @param kind kebab-case
   * @param parser as of {@link #define}
   * @return the values at hand by thing; a thing of which no operator said anything has none
   */
  public synchronized <T> Supplier<Map<String, T>> defineEach(
      String kind, Function<String, T> parser) {
    SwitchGroup<T> created = new SwitchGroup<>(kind, parser);
    if (groups.putIfAbsent(kind, created) != null) {
      throw new IllegalStateException("Switches " + kind + " are defined twice");
    }
    texts.forEach((key, text) -> tell(created, key, text));
    return created;
  }

  /** All switches that are defined at start. */
  public Collection<Switch<?>> all() {
    return switches.values();
  }

  /** What counts for every switch, for display. */
  Map<String, Object> values() {
    Map<String, Object> values = new TreeMap<>();
    switches.values().forEach(s -> values.put(s.key(), s.get()));
    groups.forEach(
        (kind, group) -> group.get().forEach((id, value) -> values.put(kind + "." + id, value)));
    return values;
  }

  /** What operators have set, as this instance has heard of it. */
  Map<String, String> texts() {
    return new TreeMap<>(texts);
  }

  /** What the next start goes on with: of a text that is no value, what was set before. */
  Map<String, String> accepted() {
    return new TreeMap<>(accepted);
  }

  /** The keys of texts that are no values: something else counts. */
  Set<String> invalid() {
    return new TreeSet<>(invalid);
  }

  private void tell(SwitchGroup<?> group, String key, String text) {
    if (group.has(key)) {
      note(key, group.accept(key, text));
    }
  }

  private void note(String key, boolean valid) {
    if (valid) {
      invalid.remove(key);
    } else {
      invalid.add(key);
    }
  }

  /** False if that was set already. */
  synchronized boolean changed(String key, String text) {
    if (text.equals(texts.get(key))) {
      return false;
    }
    groups.values().forEach(group -> tell(group, key, text));
    Switch<?> known = switches.get(key);
    if (known != null) {
      note(key, known.accept(text));
    }
    if (!invalid.contains(key)) {
      accepted.put(key, text);
    }
    // Last: who sees the text sees what came of it.
    texts.put(key, text);
    return true;
  }

  synchronized void removed(String key) {
    invalid.remove(key);
    groups.values().stream().filter(group -> group.has(key)).forEach(group -> group.remove(key));
    Switch<?> known = switches.get(key);
    if (known != null) {
      known.reset();
    }
    accepted.remove(key);
    texts.remove(key);
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "on" -> true;
      case "false", "off" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }
}
