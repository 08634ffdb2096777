package dev.storefront.common.switches;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The service's switches. Define each once, where it is used, and keep the {@link Switch}. Values
 * are plain text at {@code /storefront/config/<service>/<key>} in ZooKeeper.
 */
public final class Switches {

  private final Map<String, Switch<?>> switches = new ConcurrentHashMap<>();
  private final Map<String, String> texts = new ConcurrentHashMap<>();

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
      created.accept(text);
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

  /** All switches, for display. */
  public Collection<Switch<?>> all() {
    return switches.values();
  }

  synchronized void changed(String key, String text) {
    texts.put(key, text);
    Switch<?> known = switches.get(key);
    if (known != null) {
      known.accept(text);
    }
  }

  synchronized void removed(String key) {
    texts.remove(key);
    Switch<?> known = switches.get(key);
    if (known != null) {
      known.reset();
    }
  }

  private static Boolean parseBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "on" -> true;
      case "false", "off" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }
}
