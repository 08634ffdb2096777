package dev.storefront.usertag.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What must come out, by sets alone. A user is known as long as he has a set of tags. */
final class TagModel {

  private final Map<String, Set<String>> tags = new ConcurrentHashMap<>();

  void change(String user, String tag, boolean present) {
    Set<String> ofUser = tags.computeIfAbsent(user, known -> ConcurrentHashMap.newKeySet());
    if (present) {
      ofUser.add(tag);
    } else {
      ofUser.remove(tag);
    }
  }

  /** Of these users those have the tag, all others lack it. */
  void replace(Collection<String> users, String tag) {
    tags.values().forEach(ofUser -> ofUser.remove(tag));
    users.forEach(user -> change(user, tag, true));
  }

  void erase(String user) {
    tags.remove(user);
  }

  /** None if the user is not known. */
  Set<String> tagsOf(String user) {
    return Set.copyOf(tags.getOrDefault(user, Set.of()));
  }

  /** The known users for whose tags it holds. */
  Set<String> users(Predicate<Set<String>> audience) {
    return tags.entrySet().stream()
        .filter(user -> audience.test(user.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is wrong with a list of users; nothing if it is right. */
  List<String> faults(Predicate<Set<String>> audience, Collection<String> said) {
    List<String> faults = new ArrayList<>();
    Set<String> missing = users(audience);
    Set<String> seen = new HashSet<>();
    for (String user : said) {
      if (!seen.add(user)) {
        faults.add(user + " is there twice");
      } else if (!missing.remove(user)) {
        faults.add(user + " is there wrongly");
      }
    }
    missing.forEach(user -> faults.add(user + " is missing"));
    return faults;
  }
}
