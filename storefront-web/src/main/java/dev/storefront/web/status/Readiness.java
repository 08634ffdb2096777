package dev.storefront.web.status;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of a readiness answer that the start page shows. Unknown fields are ignored. */
record Readiness(String status, @Nullable Map<String, Component> components) {

  record Component(String status) {}

  static Readiness unreachable() {
    return new Readiness("UNREACHABLE", null);
  }

  /** Names of the components that are not up, in alphabetical order. */
  List<String> missing() {
    return components == null
        ? List.of()
        : components.entrySet().stream()
            .filter(entry -> !"UP".equals(entry.getValue().status()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
  }
}
