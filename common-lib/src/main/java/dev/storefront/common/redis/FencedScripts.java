package dev.storefront.common.redis;

import dev.storefront.lua.LuaScript;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Scripts under another SHA-1 in each generation, and for each service: their text says both. So a
 * process of Redis knows exactly the scripts of the generations in which it was vetted.
 */
final class FencedScripts {

  private final String service;
  private final Map<String, Fenced> latest = new ConcurrentHashMap<>();

  /**
   * @param service what tells this service's scripts from those of all others on the same servers
   */
  FencedScripts(String service) {
    this.service = service;
  }

  private record Fenced(long generation, LuaScript script) {}

  /** The script of that generation. */
  LuaScript of(LuaScript script, long generation) {
    Fenced known = latest.get(script.name());
    if (known != null && known.generation() == generation) {
      return known.script();
    }
    LuaScript fenced = script.withComment("generation %d of %s".formatted(generation, service));
    latest.put(script.name(), new Fenced(generation, fenced));
    return fenced;
  }
}
