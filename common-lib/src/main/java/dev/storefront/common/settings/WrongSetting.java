package dev.storefront.common.settings;

/**
 * A setting of a backing server that is not as the services need it.
 *
 * @param server what health calls the server, for example {@code redis}
 * @param name the server's own name of the setting; of a topic, {@code <topic>.<setting>}
 * @param found its value, and where
 * @param wanted what it has to be, and why in a few words
 * @param grave true if what was acknowledged can get lost, or answers can be wrong, as soon as a
 *     server restarts or is full; the service is not ready then
 */
public record WrongSetting(String server, String name, String found, String wanted, boolean grave) {

  /** How an operator names it: {@code <server>.<name>}. */
  public String key() {
    return server + "." + name;
  }
}
