package dev.storefront.usertag.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who belongs to audiences by what was told, event by event. */
final class Told {

  private final Map<String, Set<String>> members = new HashMap<>();
  private final Set<String> eventIds = new HashSet<>();
  private final List<String> faults = new ArrayList<>();

  /** Takes the next event of a user. One that comes again counts once. */
  void take(String eventId, String audience, String user, boolean entered) {
    if (eventIds.add(eventId)) {
      Set<String> ofAudience = members.computeIfAbsent(audience, name -> new HashSet<>());
      if (entered ? !ofAudience.add(user) : !ofAudience.remove(user)) {
        faults.add(user + (entered ? " enters " : " leaves ") + audience + " twice");
      }
    }
  }

  Set<String> members(String audience) {
    return Set.copyOf(members.getOrDefault(audience, Set.of()));
  }

  /** Transitions that were told more often than they can have been. */
  List<String> faults() {
    return List.copyOf(faults);
  }
}
