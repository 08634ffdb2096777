package dev.storefront.common.switches;

import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A setting that operators change at run time. {@link #get} is a plain read of memory: it never
 * waits and always has an answer, the last good value while the configuration centre is away.
 *
 * @param <T> the value's type
 */
public final class Switch<T> implements Supplier<T> {

  private static final Logger log = LoggerFactory.getLogger(Switch.class);

  private final String key;
  private final T initial;
  private final Function<String, T> parser;
  private volatile T value;

  Switch(String key, T initial, Function<String, T> parser) {
    this.key = key;
    this.initial = initial;
    this.parser = parser;
    this.value = initial;
  }

  /** The last path segment in the configuration centre. */
  public String key() {
    return key;
  }

  @Override
  public T get() {
    return value;
  }

  /**
   * Takes a new text; one that cannot be parsed changes nothing.
   *
   * @return false if it is no value
   */
  boolean accept(String text) {
    try {
      value = parser.apply(text.trim());
      log.info("Switch {} is now {}", key, value);
      return true;
    } catch (RuntimeException e) {
      log.warn("Switch {} stays {}: '{}' is no value for it", key, value, text);
      return false;
    }
  }

  /** The operator took the setting away: the default counts again. */
  void reset() {
    value = initial;
    log.info("Switch {} is back at its default {}", key, initial);
  }
}
