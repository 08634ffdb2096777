package dev.storefront.localstack.suite;

import java.util.LinkedHashMap;

/** A JSON object that keeps the order in which its members were added. */
public final class JsonObject extends LinkedHashMap<String, Object> {

  private static final long serialVersionUID = 1L;

  JsonObject() {}

  /** This object with one more member. */
  public JsonObject and(String name, Object value) {
    put(name, value);
    return this;
  }
}
