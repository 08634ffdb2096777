package dev.storefront.common.switches;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** The switches of many things of one kind, {@code <kind>.<thing>}; without values until set. */
final class SwitchGroup<T> implements Supplier<Map<String, T>> {

  private final String kind;
  private final Function<String, T> parser;
  private final Map<String, Switch<Optional<T>>> switches = new ConcurrentHashMap<>();

  SwitchGroup(String kind, Function<String, T> parser) {
    this.kind = kind;
    this.parser = parser;
  }

  /** The values by thing, of those that have one. */
  @Override
  public Map<String, T> get() {
    Map<String, T> values = new HashMap<>();
    switches.forEach((thing, set) -> set.get().ifPresent(value -> values.put(thing, value)));
    return values;
  }

  boolean has(String key) {
    return key.startsWith(kind + ".");
  }

  /** False if the text is no value. */
  boolean accept(String key, String text) {
    return switches
        .computeIfAbsent(
            thing(key),
            thing -> new Switch<>(key, Optional.empty(), value -> Optional.of(parser.apply(value))))
        .accept(text);
  }

  void remove(String key) {
    switches.remove(thing(key));
  }

  private String thing(String key) {
    return key.substring(kind.length() + 1);
  }
}
